import Foundation
import Testing

/// Whether the sources compile on Apple's platforms, as far as their text shows it.
@Suite("Portability")
struct PortabilityTests {
  /// Functions, types and flags that Linux and its C library have and the headers of macOS 15 do not. Constants that belong to one of
  /// these functions are not listed.
  private static let linuxNames: Set<Substring> = Set(
    """
    accept4 clearenv clock_getcpuclockid clock_nanosleep CLOCK_BOOTTIME CLOCK_MONOTONIC_COARSE close_range closefrom \
    copy_file_range cpu_set_t dl_iterate_phdr dup3 environ eventfd execveat execvpe explicit_bzero fallocate fdatasync \
    fexecve fopencookie get_nprocs getauxval getdents64 gethostbyname_r getrandom getresgid getresuid gettid itimerspec \
    loff_t mallinfo mallinfo2 malloc_trim malloc_usable_size mallopt MAP_GROWSDOWN MAP_HUGETLB \
    MAP_LOCKED MAP_POPULATE memrchr mremap MSG_CMSG_CLOEXEC MSG_CONFIRM MSG_ERRQUEUE MSG_MORE MSG_NOSIGNAL O_DIRECT \
    O_LARGEFILE O_NOATIME O_PATH O_TMPFILE open64 openat2 pipe2 POLLRDHUP posix_fadvise posix_fallocate \
    posix_spawn_file_actions_addclosefrom_np posix_spawn_file_actions_addtcsetpgrp_np ppoll prctl prlimit \
    program_invocation_name program_invocation_short_name pthread_barrier_init pthread_barrier_t pthread_barrier_wait \
    pthread_getaffinity_np pthread_getattr_np pthread_mutex_timedlock pthread_setaffinity_np pthread_spin_init \
    pthread_spin_lock pthread_spinlock_t pthread_timedjoin_np pthread_tryjoin_np pthread_yield rawmemchr readahead \
    reallocarray recvmmsg renameat2 RLIMIT_LOCKS RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_RTPRIO RLIMIT_SIGPENDING \
    RTLD_DEEPBIND sched_getaffinity sched_getcpu sched_setaffinity sched_setscheduler secure_getenv sem_timedwait \
    sendmmsg setns setresgid setresuid SIGCLD signalfd SIGPWR SIGRTMAX SIGRTMIN SIGSTKFLT sigtimedwait \
    sigwaitinfo SO_PASSCRED SO_PEERCRED SO_PRIORITY SOCK_CLOEXEC SOCK_NONBLOCK splice st_atim st_ctim \
    st_mtim strchrnul strerrorname_np strndupa strverscmp syncfs sysinfo TCP_CORK TCP_DEFER_ACCEPT TCP_KEEPIDLE \
    TCP_QUICKACK TCP_USER_TIMEOUT unshare user_regs_struct vmsplice
    """.split { $0 == " " || $0 == "\n" })

  /// What names that only Linux has begin with, up to their first underscore.
  private static let linuxPrefixes: Set<Substring> = [
    "argz_", "epoll_", "fanotify_", "inotify_", "io_uring_", "memfd_", "obstack_", "pidfd_", "process_", "timer_",
    "timerfd_",
  ]

  /// Modules that Apple's platforms do not have. `FoundationEssentials` is not one of them: the package declares it there.
  private static let linuxModules: Set<Substring> = [
    "CDispatch", "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc", "Musl",
    "SwiftGlibc",
  ]

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("what only Linux has is used only in blocks for Linux", arguments: ["Sources", "Tests", "Assets/examples"])
  func linuxNamesAreGuarded(folder: String) throws {
    let files = FileManager.default.enumerator(atPath: Self.root.appending(path: folder).path)
    var count = 0
    while let path = files?.nextObject() as? String {
      // The benchmarks count what only Linux counts.
      guard ["swift", "c", "h"].contains(where: { path.hasSuffix(".\($0)") }), !path.hasPrefix("Performance/") else {
        continue
      }
      count += 1
      let source = try String(contentsOf: Self.root.appending(path: folder).appending(path: path), encoding: .utf8)
      let found = Self.linuxOnly(in: source)
      #expect(
        found.isEmpty, "\(folder)/\(path): \(found.map { "\($0.name) in line \($0.line)" }.joined(separator: ", "))")
    }
    #expect(count > 0)
  }

  @Test("a small Foundation is declared where Apple's is whole")
  func essentialsAreDeclared() throws {
    let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let declared = ConditionalSource(manifest, on: .linux).lines.map { $0.text }
    #expect(!declared.contains { $0.contains("library(\"FoundationEssentials\")") })
    let onApple = ConditionalSource(manifest, on: .apple).lines.map { $0.text }
    #expect(onApple.contains { $0.contains("library(\"FoundationEssentials\")") })
  }

  @Test(
    "names are found outside of blocks for Linux only",
    arguments: [
      ("pipe2(&ends, 0)", ["pipe2"]), ("let name = \"pipe2\" // pipe2", []), ("import Glibc", ["Glibc"]),
      ("let text = \"/\("proc")/self/exe\"", ["/\("proc")/"]), ("timer.timer_create()", ["timer_create"]),
      ("#if os(Linux)\n  pipe2()\n#endif", []), ("#if os(Linux)\n#else\n  pipe2()\n#endif", ["pipe2"]),
      ("#if canImport(Darwin)\n  kqueue()\n#elseif canImport(Glibc)\n  pipe2()\n#else\n  eventfd()\n#endif", []),
      ("#if canImport(Glibc)\n#if DEBUG\n  pipe2()\n#endif\n#endif\npipe2()", ["pipe2"]),
      ("#if DEBUG || os(Linux)\n  pipe2()\n#endif", ["pipe2"]),
      ("#if DEBUG && !canImport(Darwin)\n  pipe2()\n#endif", []),
      ("#if (os(macOS) || os(iOS)) && DEBUG\n  pipe2()\n#endif", ["pipe2"]),
      ("#ifdef __linux__\n  pipe2();\n#elif defined(__APPLE__)\n  kqueue();\n#endif", []),
      ("#ifndef __APPLE__\n  pipe2();\n#endif", []), ("/* pipe2\n * eventfd */ open()", []),
    ])
  func findsNames(source: String, expected: [String]) {
    #expect(Self.linuxOnly(in: source).map(\.name) == expected)
  }

  /// The names that only Linux has, in the lines that Apple's platforms compile.
  private static func linuxOnly(in source: String) -> [(name: String, line: Int)] {
    var isInText = false
    return ConditionalSource(source, on: .apple).lines.flatMap { line -> [(name: String, line: Int)] in
      if line.text.contains("\"\"\"") { isInText.toggle() }
      if isInText { return [] }
      // A string is text, but may name a file.
      let pieces = line.text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        .map { Substring($0) }
      let files: [Substring] = ["proc", "sys"].map { "/\($0)/" }.filter { file in
        pieces.indices.contains { $0 % 2 == 1 && pieces[$0].hasPrefix(file) }
      }
      let code = pieces.indices.filter { $0 % 2 == 0 }.flatMap { words(in: pieces[$0]) }
      let names = code.contains("import") ? linuxModules : linuxNames
      return (code.filter { names.contains($0) || hasLinuxPrefix($0) } + files).map { (String($0), line.number) }
    }
  }

  private static func words(in text: Substring) -> [Substring] {
    text.utf8.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): false
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): false
      default: true
      }
    }.map { Substring($0) }
  }

  private static func hasLinuxPrefix(_ word: Substring) -> Bool {
    word.firstIndex(of: "_").map { linuxPrefixes.contains(word[...$0]) } ?? false
  }
}
