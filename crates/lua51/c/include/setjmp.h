/* As much of C as Lua 5.1 uses; the functions are wasi-libc's. */
#pragma once
/* Room for struct jump of wasm.c. */
typedef struct {
  int words[16];
} jmp_buf[1];
int setjmp(jmp_buf env) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf env, int value);
