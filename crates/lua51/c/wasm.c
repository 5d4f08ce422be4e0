/* What Lua needs of C on wasm32-unknown-unknown beyond the functions for
   strings, numbers and formatting, which come from wasi-libc. */

#include <stddef.h>
#include <stdint.h>

/* setjmp and longjmp: the half that clang's -wasm-enable-sjlj (from 19 on)
   leaves to a runtime. A long jump is a WebAssembly exception. */

struct jump {
  void *invocation;
  uint32_t label;
  struct thrown {
    void *env;
    int value;
  } thrown;
};

void __wasm_setjmp(void *env, uint32_t label, void *invocation) {
  struct jump *jump = env;
  jump->invocation = invocation;
  jump->label = label;
}

uint32_t __wasm_setjmp_test(void *env, void *invocation) {
  struct jump *jump = env;
  return jump->invocation == invocation ? jump->label : 0;
}

void __wasm_longjmp(void *env, int value) {
  struct jump *jump = env;
  jump->thrown.env = env;
  jump->thrown.value = value ? value : 1;
  __builtin_wasm_throw(1, &jump->thrown);
}

__asm__(".globl __c_longjmp\n"
        ".tagtype __c_longjmp i32\n"
        "__c_longjmp:\n");

/* There are no files, no memory but the one that Lua is given, and no way to
   leave. The build renames the C functions to these. */

void *nolibc_fopen(const char *path, const char *mode) { return NULL; }
void *nolibc_freopen(const char *path, const char *mode, void *file) { return NULL; }
int nolibc_fclose(void *file) { return 0; }
int nolibc_getc(void *file) { return -1; }
int nolibc_ungetc(int c, void *file) { return -1; }
int nolibc_feof(void *file) { return 1; }
int nolibc_ferror(void *file) { return 1; }
size_t nolibc_fread(void *to, size_t size, size_t count, void *file) { return 0; }
int nolibc_fputs(const char *text, void *file) { return 0; }
int nolibc_fprintf(void *file, const char *format, ...) { return 0; }
void *nolibc_realloc(void *old, size_t size) { return NULL; }
void nolibc_free(void *old) {}
_Noreturn void nolibc_exit(int status) { __builtin_trap(); }

/* The three system calls that wasi-libc's printf still names. 8 is EBADF. */

int __imported_wasi_snapshot_preview1_fd_write(int fd, int iovs, int count, int written) {
  return 8;
}
int __imported_wasi_snapshot_preview1_fd_close(int fd) { return 8; }
int __imported_wasi_snapshot_preview1_fd_seek(int fd, long long offset, int whence, int position) {
  return 8;
}
