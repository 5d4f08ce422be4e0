/* A string that grows: what the libraries write to. */
#ifndef lockstep_text_h
#define lockstep_text_h

#include <stddef.h>

struct lua_State;

/* Short ones need no memory of Lua's. Longer ones are in a userdata at a slot
   of the stack: they count against the memory limit, and go when an error is
   raised. */
struct text {
  struct lua_State *L;
  int slot;
  char *bytes;
  size_t length;
  size_t room;
  char first[256];
};

/* Starts an empty one; pushes a value, which stays until the text is done. */
void text_begin(struct text *text, struct lua_State *L);

/* Both need room for a value on the stack, and charge for what they copy. */
void text_add(struct text *text, const void *bytes, size_t length);
void text_add_byte(struct text *text, int byte);

/* Pushes it as a Lua string. */
void text_push(struct text *text);

#endif
