/**
 * What Lean may reach. The WebAssembly module touches the host only through its imports, so containment is
 * this table: each import is `passed` (Emscripten's own code, reviewed: exceptions, threads, clocks, memory
 * growth, exit), `served` by our host layer, or `closed` with a fixed answer. The build fails when the module
 * imports a name that is in none of the three.
 */

/** "Function not implemented" in the errno numbering of this build. */
const ENOSYS = 52

const passedImports: readonly string[] = [
  '__assert_fail',
  '__call_sighandler',
  '__cxa_begin_catch',
  '__cxa_current_primary_exception',
  '__cxa_end_catch',
  '__cxa_rethrow',
  '__cxa_rethrow_primary_exception',
  '__cxa_throw',
  '__cxa_uncaught_exceptions',
  '__pthread_create_js',
  '__resumeException',
  '_abort_js',
  '_emscripten_init_main_thread_js',
  '_emscripten_log_formatted',
  '_emscripten_notify_mailbox_postmessage',
  '_emscripten_runtime_keepalive_clear',
  '_emscripten_thread_cleanup',
  '_emscripten_thread_exit_joinable',
  '_emscripten_thread_mailbox_await',
  '_emscripten_thread_set_strongref',
  '_emscripten_throw_longjmp',
  '_gmtime_js',
  '_localtime_js',
  '_mktime_js',
  '_timegm_js',
  '_tzset_js',
  'clock_res_get',
  'clock_time_get',
  'emscripten_check_blocking_allowed',
  'emscripten_date_now',
  'emscripten_exit_with_live_runtime',
  'emscripten_get_heap_max',
  'emscripten_get_now',
  'emscripten_num_logical_cores',
  'emscripten_resize_heap',
  'emscripten_unwind_to_js_event_loop',
  'exit',
  'llvm_eh_typeid_for',
  'memory',
  'proc_exit',
  'random_get',
]

/** Families of generated imports: C++ calls that may throw, and the search for their handler. */
const passedPrefixes: readonly string[] = ['invoke_', '__cxa_find_matching_catch_']

export const servedImports = [
  '__syscall_faccessat',
  '__syscall_fcntl64',
  '__syscall_fdatasync',
  '__syscall_fstat64',
  '__syscall_ftruncate64',
  '__syscall_getcwd',
  '__syscall_getdents64',
  '__syscall_ioctl',
  '__syscall_lstat64',
  '__syscall_mkdirat',
  '__syscall_newfstatat',
  '__syscall_openat',
  '__syscall_readlinkat',
  '__syscall_renameat',
  '__syscall_rmdir',
  '__syscall_stat64',
  '__syscall_unlinkat',
  '_dlsym_js',
  '_emscripten_get_progname',
  '_emscripten_receive_on_main_thread_js',
  '_mmap_js',
  '_msync_js',
  '_munmap_js',
  'emscripten_asm_const_int',
  'environ_get',
  'environ_sizes_get',
  'fd_close',
  'fd_fdstat_get',
  'fd_pread',
  'fd_pwrite',
  'fd_read',
  'fd_seek',
  'fd_sync',
  'fd_write',
] as const

export type ServedImport = (typeof servedImports)[number]

/** Closed imports and what a call gets: an error number for system calls, "no" for the rest. */
export const closedImports: Readonly<Record<string, number>> = {
  // Sockets and name lookup: no network.
  __syscall_accept4: -ENOSYS,
  __syscall_bind: -ENOSYS,
  __syscall_connect: -ENOSYS,
  __syscall_getpeername: -ENOSYS,
  __syscall_getsockname: -ENOSYS,
  __syscall_getsockopt: -ENOSYS,
  __syscall_listen: -ENOSYS,
  __syscall_recvfrom: -ENOSYS,
  __syscall_recvmsg: -ENOSYS,
  __syscall_sendmsg: -ENOSYS,
  __syscall_sendto: -ENOSYS,
  __syscall_socket: -ENOSYS,
  _emscripten_lookup_name: 0,
  emscripten_wget_data: 0,
  getaddrinfo: -4,
  getnameinfo: -4,
  lean_uv_tcp_cancel_recv: 0,
  lean_uv_tcp_try_accept: 0,
  lean_uv_tcp_wait_readable: 0,
  lean_uv_udp_cancel_recv: 0,
  lean_uv_udp_wait_readable: 0,
  uv__fs_event_close: 0,
  uv__hrtime: 0,
  uv__io_check_fd: -ENOSYS,
  uv__io_fork: -ENOSYS,
  uv__io_poll: 0,
  uv__platform_invalidate_fd: 0,
  uv__platform_loop_delete: 0,
  uv__platform_loop_init: -ENOSYS,
  // Shell commands and further WebAssembly modules (whose imports nobody reviewed).
  _emscripten_system: -1,
  _dlopen_js: 0,
  _dlsym_catchup_js: 0,
  _emscripten_dlopen_js: 0,
  _emscripten_dlsync_threads: 0,
  _emscripten_dlsync_threads_async: 0,
  emscripten_promise_create: 0,
  emscripten_promise_destroy: 0,
  emscripten_promise_resolve: 0,
  // Links and devices would allow a way out of the scratch folder; the rest is unused by Lean.
  __syscall_symlinkat: -ENOSYS,
  __syscall_mknodat: -ENOSYS,
  __syscall_chmod: -ENOSYS,
  __syscall_fchmod: -ENOSYS,
  __syscall_fchmodat2: -ENOSYS,
  __syscall_fchown32: -ENOSYS,
  __syscall_fchownat: -ENOSYS,
  __syscall_utimensat: -ENOSYS,
  __syscall_truncate64: -ENOSYS,
  __syscall_fallocate: -ENOSYS,
  __syscall_fadvise64: 0,
  __syscall_chdir: -ENOSYS,
  __syscall_fchdir: -ENOSYS,
  __syscall_dup: -ENOSYS,
  __syscall_dup3: -ENOSYS,
  __syscall_pipe: -ENOSYS,
  __syscall_poll: -ENOSYS,
  __syscall__newselect: -ENOSYS,
  __syscall_statfs64: -ENOSYS,
  __syscall_fstatfs64: -ENOSYS,
  _setitimer_js: -ENOSYS,
  emscripten_set_timeout: 0,
  // Browser things.
  _emscripten_get_last_devicemotion_event: 0,
  _emscripten_get_last_deviceorientation_event: 0,
  _emscripten_get_last_mouse_event: 0,
  emscripten_set_canvas_element_size: -ENOSYS,
}

export function isPassed(name: string): boolean {
  return passedImports.includes(name) || passedPrefixes.some((prefix) => name.startsWith(prefix))
}

export function isClassified(name: string): boolean {
  return isPassed(name) || name in closedImports || (servedImports as readonly string[]).includes(name)
}
