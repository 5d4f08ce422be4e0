/* From Lua to JSON. */

#define LUA_CORE

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "lua.h"
#include "lauxlib.h"
#include "libraries.h"
#include "text.h"

struct encoder {
  lua_State *L;
  const struct cjson_options *options;
  struct text out;
};

static void refuse(lua_State *L, int at, const char *reason) {
  luaL_error(L, "Cannot serialise %s: %s", luaL_typename(L, at), reason);
}

/* Every byte is written as it is, but these. */
static void put_escaped(struct text *out, int byte) {
  static const char SHORT[] = "btn\0fr"; /* from 8 on; 11 has no letter */
  char escape[6] = {'\\', 'u', '0', '0', '0', '0'};
  int letter = byte;
  if (byte >= 8 && byte <= 13) letter = SHORT[byte - 8];
  else if (byte < 32 || byte == 127) letter = 0;
  if (letter != 0) {
    escape[1] = (char)letter;
    text_add(out, escape, 2);
    return;
  }
  escape[4] = "0123456789abcdef"[byte >> 4];
  escape[5] = "0123456789abcdef"[byte & 15];
  text_add(out, escape, 6);
}

/* The string at an index of the stack. */
static void put_string(struct encoder *encoder, int at) {
  struct text *out = &encoder->out;
  size_t length, place, plain = 0;
  const char *bytes = lua_tolstring(encoder->L, at, &length);
  lockstep_charge(encoder->L, length / 16);
  text_add_byte(out, '"');
  for (place = 0; place < length; place++) {
    int byte = (unsigned char)bytes[place];
    if (byte >= 32 && byte != '"' && byte != '\\' && byte != '/' && byte != 127) continue;
    text_add(out, bytes + plain, place - plain);
    put_escaped(out, byte);
    plain = place + 1;
  }
  text_add(out, bytes + plain, length - plain);
  text_add_byte(out, '"');
}

/* The number at an index of the stack. */
static void put_number(struct encoder *encoder, int at) {
  double number = lua_tonumber(encoder->L, at);
  char digits[32];
  if (isnan(number) || isinf(number)) {
    const char *text = isnan(number) ? "nan" : number < 0 ? "-inf" : "inf";
    if (encoder->options->encode_invalid == 0)
      refuse(encoder->L, at, "must not be NaN or Inf");
    if (encoder->options->encode_invalid == 2) text = "null";
    text_add(&encoder->out, text, strlen(text));
    return;
  }
  text_add(&encoder->out, digits,
           (size_t)lockstep_format(digits, encoder->options->precision, number));
}

/* The highest index of the list on top; below 1 if it is to be an object. */
static int list_length(struct encoder *encoder) {
  lua_State *L = encoder->L;
  const struct cjson_options *options = encoder->options;
  int highest = 0;
  int64_t count = 0;
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    double key = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    lua_pop(L, 1);
    lockstep_charge(L, 1);
    if (!(key >= 1) || floor(key) != key) {
      lua_pop(L, 1);
      return -1;
    }
    /* A key that fits no int makes an object, as on x86-64. */
    if (key > highest) highest = key <= INT_MAX ? (int)key : INT_MIN;
    count++;
  }
  if (options->sparse_ratio > 0 && highest > count * options->sparse_ratio &&
      highest > options->sparse_from) {
    if (!options->sparse_to_object) refuse(L, -1, "excessively sparse array");
    return -1;
  }
  return highest;
}

static void put_value(struct encoder *encoder, int depth);

static void put_list(struct encoder *encoder, int length, int depth) {
  int at;
  text_add_byte(&encoder->out, '[');
  for (at = 0; at < length; at++) {
    if (at > 0) text_add_byte(&encoder->out, ',');
    lua_rawgeti(encoder->L, -1, at + 1);
    put_value(encoder, depth);
  }
  text_add_byte(&encoder->out, ']');
}

static void put_object(struct encoder *encoder, int depth) {
  lua_State *L = encoder->L;
  int is_first = 1;
  text_add_byte(&encoder->out, '{');
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    if (!is_first) text_add_byte(&encoder->out, ',');
    is_first = 0;
    if (lua_type(L, -2) == LUA_TNUMBER) {
      text_add_byte(&encoder->out, '"');
      put_number(encoder, -2);
      text_add_byte(&encoder->out, '"');
    } else if (lua_type(L, -2) == LUA_TSTRING) {
      put_string(encoder, -2);
    } else {
      refuse(L, -2, "table key must be a number or string");
    }
    text_add_byte(&encoder->out, ':');
    put_value(encoder, depth);
  }
  text_add_byte(&encoder->out, '}');
}

static void put_table(struct encoder *encoder, int depth) {
  int length;
  if (depth > encoder->options->encode_max_depth || depth > LOCKSTEP_MAX_NESTING ||
      !lua_checkstack(encoder->L, 5))
    luaL_error(encoder->L, "Cannot serialise, excessive nesting (%d)", depth);
  length = list_length(encoder);
  if (length > 0) put_list(encoder, length, depth);
  else put_object(encoder, depth);
}

/* Writes the value on top, and pops it. */
static void put_value(struct encoder *encoder, int depth) {
  lua_State *L = encoder->L;
  lockstep_charge(L, 1);
  switch (lua_type(L, -1)) {
    case LUA_TSTRING: put_string(encoder, -1); break;
    case LUA_TNUMBER: put_number(encoder, -1); break;
    case LUA_TBOOLEAN:
      if (lua_toboolean(L, -1)) text_add(&encoder->out, "true", 4);
      else text_add(&encoder->out, "false", 5);
      break;
    case LUA_TTABLE: put_table(encoder, depth + 1); break;
    case LUA_TNIL: text_add(&encoder->out, "null", 4); break;
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, -1) == NULL) {
        text_add(&encoder->out, "null", 4);
        break;
      }
      /* fall through */
    default: refuse(L, -1, "type not supported");
  }
  lua_pop(L, 1);
}

int cjson_encode(lua_State *L) {
  struct encoder encoder;
  luaL_argcheck(L, lua_gettop(L) == 1, 1, "expected 1 argument");
  encoder.L = L;
  encoder.options = lua_touserdata(L, lua_upvalueindex(1));
  text_begin(&encoder.out, L);
  lua_pushvalue(L, 1);
  put_value(&encoder, 0);
  text_push(&encoder.out);
  return 1;
}
