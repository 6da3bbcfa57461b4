#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_STROKER_H

/// An outline over the caller's arrays, whose integer types differ between versions of FreeType.
static inline FT_Outline freetype_outline(
    FT_Vector *points, unsigned char *tags, unsigned short *contours, int points_count, int contours_count) {
  FT_Outline outline = {0};
  outline.points = points;
  outline.tags = (void *)tags;
  outline.contours = (void *)contours;
  outline.n_points = points_count;
  outline.n_contours = contours_count;
  return outline;
}
