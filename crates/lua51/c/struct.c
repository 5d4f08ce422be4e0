/* The library `struct`: numbers and strings as bytes, as in Redis on x86-64. */

#define LUA_CORE

#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "lua.h"
#include "lauxlib.h"
#include "libraries.h"
#include "text.h"

#define LARGEST_INTEGER 32
#define LARGEST_ALIGNMENT 8

/* A format while it is read. */
struct format {
  lua_State *L;
  const char *at;
  int option;
  int big_endian;
  size_t alignment;
};

static void begin(struct format *format, lua_State *L) {
  format->L = L;
  format->at = luaL_checkstring(L, 1);
  format->big_endian = 0;
  format->alignment = 1;
}

/* The decimal number that comes next, if one does. */
static int number_or(struct format *format, int otherwise) {
  int number = 0;
  if (!isdigit((unsigned char)*format->at)) return otherwise;
  while (isdigit((unsigned char)*format->at)) {
    int digit = *format->at++ - '0';
    if (number > (INT_MAX - digit) / 10) luaL_error(format->L, "integral size overflow");
    number = number * 10 + digit;
  }
  return number;
}

/* Reads the next option and answers its size; 0 if it has none of its own. */
static size_t next_option(struct format *format) {
  int size;
  lockstep_charge(format->L, 1);
  format->option = *format->at++;
  switch (format->option) {
    case 'b': case 'B': case 'x': return 1;
    case 'h': case 'H': return 2;
    case 'l': case 'L': case 'T': case 'd': return 8;
    case 'f': return 4;
    case 'c': return (size_t)number_or(format, 1);
    case 'i': case 'I':
      size = number_or(format, 4);
      if (size > LARGEST_INTEGER)
        luaL_error(format->L, "integral size %d is larger than limit of %d", size,
                   LARGEST_INTEGER);
      return (size_t)size;
    default: return 0;
  }
}

/* How many bytes stand before an option of that size at that place. */
static size_t padding(const struct format *format, uint64_t place, size_t size) {
  if (size == 0 || format->option == 'c') return 0;
  if (size > format->alignment) size = format->alignment;
  return (size - (size_t)(place & (size - 1))) & (size - 1);
}

/* An option that only changes how others are read. */
static void control(struct format *format) {
  int alignment;
  switch (format->option) {
    case ' ': break;
    case '<': format->big_endian = 0; break;
    case '>': format->big_endian = 1; break;
    case '!':
      alignment = number_or(format, LARGEST_ALIGNMENT);
      if (alignment <= 0 || (alignment & (alignment - 1)) != 0)
        luaL_error(format->L, "alignment %d is not a power of 2", alignment);
      format->alignment = (size_t)alignment;
      break;
    default:
      luaL_argerror(format->L, 1, lua_pushfstring(format->L, "invalid format option '%c'",
                                                  format->option));
  }
}

/* The low `size` bytes of a value. */
static void put(struct text *out, uint64_t value, size_t size, int big_endian) {
  char bytes[LARGEST_INTEGER];
  size_t at;
  for (at = 0; at < size; at++) {
    bytes[big_endian ? size - 1 - at : at] = (char)(value & 0xff);
    value >>= 8;
  }
  text_add(out, bytes, size);
}

static uint64_t get(const char *bytes, size_t size, int big_endian) {
  uint64_t value = 0;
  size_t at;
  for (at = 0; at < size; at++) {
    size_t next = big_endian ? at : size - 1 - at;
    value = value << 8 | (unsigned char)bytes[next];
  }
  return value;
}

/* As x86-64 converts: from 2^63 on by way of the difference to it. */
static uint64_t integer(lua_Number number) {
  const double half = 9223372036854775808.0;
  if (number >= half) return (uint64_t)lockstep_tointeger(number - half) ^ (uint64_t)1 << 63;
  return (uint64_t)lockstep_tointeger(number);
}

/* With the sign that the highest of its bytes has. */
static lua_Number signed_number(uint64_t value, size_t size) {
  uint64_t mask = ~(uint64_t)0 << ((size * 8 - 1) & 63);
  if (value & mask) value |= mask;
  return (lua_Number)(int64_t)value;
}

static uint64_t float_bits(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof(bits));
  return bits;
}

static uint64_t double_bits(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof(bits));
  return bits;
}

static lua_Number float_of(uint64_t bits) {
  uint32_t low = (uint32_t)bits;
  float number;
  memcpy(&number, &low, sizeof(number));
  return number;
}

static lua_Number double_of(uint64_t bits) {
  double number;
  memcpy(&number, &bits, sizeof(number));
  return number;
}

static void put_string(struct format *format, struct text *out, int argument, size_t size) {
  size_t length;
  const char *bytes = luaL_checklstring(format->L, argument, &length);
  if (size == 0) size = length;
  luaL_argcheck(format->L, length >= size, argument + 1, "string too short");
  lockstep_charge(format->L, size / 64);
  text_add(out, bytes, size);
  if (format->option == 's') text_add_byte(out, 0);
}

static int struct_pack(lua_State *L) {
  struct format format;
  struct text out;
  int argument = 2;
  begin(&format, L);
  /* What is read for an argument that is missing. */
  lua_pushnil(L);
  text_begin(&out, L);
  while (*format.at != 0) {
    size_t size = next_option(&format);
    size_t zeros = padding(&format, out.length, size);
    while (zeros-- > 0) text_add_byte(&out, 0);
    switch (format.option) {
      case 'b': case 'B': case 'h': case 'H': case 'l': case 'L': case 'T': case 'i': case 'I':
        put(&out, integer(luaL_checknumber(L, argument++)), size, format.big_endian);
        break;
      case 'x': text_add_byte(&out, 0); break;
      case 'f':
        put(&out, float_bits((float)luaL_checknumber(L, argument++)), size, format.big_endian);
        break;
      case 'd':
        put(&out, double_bits(luaL_checknumber(L, argument++)), size, format.big_endian);
        break;
      case 'c': case 's': put_string(&format, &out, argument++, size); break;
      default: control(&format);
    }
  }
  text_push(&out);
  return 1;
}

/* Where a string starts, and how many bytes of the data are left there. */
struct rest {
  const char *bytes;
  size_t length;
};

/* Pushes a string and answers how many bytes it takes. With `c0` the length is
   the last result, which it replaces. */
static size_t get_string(struct format *format, struct rest rest, size_t size, int *results) {
  lua_State *L = format->L;
  if (format->option == 's') {
    const char *end = memchr(rest.bytes, 0, rest.length);
    if (end == NULL) luaL_error(L, "unfinished string in data");
    size = (size_t)(end - rest.bytes);
  } else if (size == 0) {
    uint64_t length;
    if (*results == 0 || !lua_isnumber(L, -1))
      luaL_error(L, "format 'c0' needs a previous size");
    length = integer(lua_tonumber(L, -1));
    lua_pop(L, 1);
    *results -= 1;
    luaL_argcheck(L, length <= rest.length, 2, "data string too short");
    size = (size_t)length;
  }
  lockstep_charge(L, size / 64);
  lua_pushlstring(L, rest.bytes, size);
  *results += 1;
  return format->option == 's' ? size + 1 : size;
}

static int struct_unpack(lua_State *L) {
  struct format format;
  size_t length;
  uint64_t place;
  const char *data;
  int results = 0;
  begin(&format, L);
  data = luaL_checklstring(L, 2, &length);
  place = (uint64_t)lockstep_tointeger(luaL_optnumber(L, 3, 1));
  luaL_argcheck(L, place > 0, 3, "offset must be 1 or greater");
  place--;
  while (*format.at != 0) {
    size_t size = next_option(&format);
    struct rest rest;
    place += padding(&format, place, size);
    luaL_argcheck(L, size <= length && place <= length - size, 2, "data string too short");
    luaL_checkstack(L, 2, "too many results");
    rest.bytes = data + place;
    rest.length = length - place;
    switch (format.option) {
      case 'b': case 'h': case 'l': case 'i':
        lua_pushnumber(L, signed_number(get(rest.bytes, size, format.big_endian), size));
        results++;
        break;
      case 'B': case 'H': case 'L': case 'T': case 'I':
        lua_pushnumber(L, (lua_Number)get(rest.bytes, size, format.big_endian));
        results++;
        break;
      case 'x': break;
      case 'f':
        lua_pushnumber(L, float_of(get(rest.bytes, size, format.big_endian)));
        results++;
        break;
      case 'd':
        lua_pushnumber(L, double_of(get(rest.bytes, size, format.big_endian)));
        results++;
        break;
      case 'c': case 's': size = get_string(&format, rest, size, &results); break;
      default: control(&format);
    }
    place += size;
  }
  lua_pushnumber(L, (lua_Number)(int64_t)(place + 1));
  return results + 1;
}

static int struct_size(lua_State *L) {
  struct format format;
  uint64_t place = 0;
  begin(&format, L);
  while (*format.at != 0) {
    size_t size = next_option(&format);
    place += padding(&format, place, size);
    if (format.option == 's')
      luaL_argerror(L, 1, "option 's' has no fixed size");
    else if (format.option == 'c' && size == 0)
      luaL_argerror(L, 1, "option 'c0' has no fixed size");
    if (!isalnum((unsigned char)format.option)) control(&format);
    place += size;
  }
  lua_pushnumber(L, (lua_Number)(int64_t)place);
  return 1;
}

static const luaL_Reg FUNCTIONS[] = {
  {"pack", struct_pack}, {"size", struct_size}, {"unpack", struct_unpack}, {NULL, NULL},
};

void lockstep_open_struct(lua_State *L) {
  luaL_register(L, "struct", FUNCTIONS);
  lua_pop(L, 1);
}
