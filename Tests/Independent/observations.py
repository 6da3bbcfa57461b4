"""Reads an export in FHIR with a library of others, which validates every line.

    python3 -m venv venv && venv/bin/pip install fhir.resources==8.3.0
    ringtop export --format fhir -o all.ndjson
    venv/bin/python Tests/Independent/observations.py all.ndjson
"""

import collections
import sys

from fhir.resources.R4B.observation import Observation

codes = collections.Counter()
identifiers = set()
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        observation = Observation.model_validate_json(line)
        assert observation.status == "final"
        assert observation.id not in identifiers, observation.id
        identifiers.add(observation.id)
        assert observation.effectiveDateTime or observation.effectivePeriod.end >= observation.effectivePeriod.start
        values = [observation, *(observation.component or [])]
        assert any(value.valueQuantity for value in values)
        for value in values:
            quantity = value.valueQuantity
            assert quantity is None or quantity.code is None or quantity.system == "http://unitsofmeasure.org"
        coding = observation.code.coding
        codes[coding[0].code, observation.valueQuantity.code if observation.valueQuantity else None] += 1
for (code, unit), count in sorted(codes.items()):
    print(f"{count:8} {code} {unit or ''}")
print(f"{len(identifiers):8} observations")
