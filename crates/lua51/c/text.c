/* A string that grows. */

#define LUA_CORE

#include <string.h>

#include "lua.h"
#include "lauxlib.h"
#include "text.h"

void text_begin(struct text *text, lua_State *L) {
  text->L = L;
  lua_pushnil(L);
  text->slot = lua_gettop(L);
  text->bytes = text->first;
  text->length = 0;
  text->room = sizeof(text->first);
}

/* Makes room for more bytes than there is room for. */
static void grow(struct text *text, size_t more) {
  size_t room = text->room;
  char *bytes;
  if (more > (size_t)LUAI_MAXINT32 / 4 || text->length > (size_t)LUAI_MAXINT32 / 4)
    luaL_error(text->L, "not enough memory");
  while (room - text->length < more) room *= 2;
  lockstep_charge(text->L, room / 32);
  bytes = lua_newuserdata(text->L, room);
  memcpy(bytes, text->bytes, text->length);
  lua_replace(text->L, text->slot);
  text->bytes = bytes;
  text->room = room;
}

void text_add(struct text *text, const void *bytes, size_t length) {
  if (length > text->room - text->length) grow(text, length);
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
}

void text_add_byte(struct text *text, int byte) {
  if (text->length == text->room) grow(text, 1);
  text->bytes[text->length++] = (char)byte;
}

void text_push(struct text *text) {
  lua_pushlstring(text->L, text->bytes, text->length);
}
