/* From JSON to Lua. */

#define LUA_CORE

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lua.h"
#include "lauxlib.h"
#include "libraries.h"
#include "text.h"

enum token {
  OBJECT_BEGIN,
  OBJECT_END,
  LIST_BEGIN,
  LIST_END,
  STRING,
  NUMBER,
  BOOLEAN,
  NOTHING,
  COLON,
  COMMA,
  END,
  WRONG,
};

/* What an error calls them. */
static const char *const NAMES[] = {
  "T_OBJ_BEGIN", "T_OBJ_END", "T_ARR_BEGIN", "T_ARR_END", "T_STRING", "T_NUMBER",
  "T_BOOLEAN",   "T_NULL",    "T_COLON",     "T_COMMA",   "T_END",
};

struct decoder {
  lua_State *L;
  const struct cjson_options *options;
  const char *text; /* ends with a zero byte */
  const char *at;
  const char *token; /* where the last one begins, or is wrong */
  const char *wrong; /* what is wrong in it */
  double number;
  int is_true;
  int depth;
  struct text unescaped;
};

static enum token wrong(struct decoder *decoder, const char *what) {
  decoder->wrong = what;
  decoder->token = decoder->at;
  return WRONG;
}

/* The value of four hexadecimal digits, or -1. */
static int hex4(const char *digits) {
  int value = 0, at;
  for (at = 0; at < 4; at++) {
    int digit = (unsigned char)digits[at];
    if (digit >= '0' && digit <= '9') digit -= '0';
    else if (digit >= 'a' && digit <= 'f') digit -= 'a' - 10;
    else if (digit >= 'A' && digit <= 'F') digit -= 'A' - 10;
    else return -1;
    value = value << 4 | digit;
  }
  return value;
}

static void add_utf8(struct text *out, int code) {
  if (code < 0x80) {
    text_add_byte(out, code);
    return;
  }
  if (code < 0x800) {
    text_add_byte(out, 0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      text_add_byte(out, 0xe0 | code >> 12);
    } else {
      text_add_byte(out, 0xf0 | code >> 18);
      text_add_byte(out, 0x80 | (code >> 12 & 0x3f));
    }
    text_add_byte(out, 0x80 | (code >> 6 & 0x3f));
  }
  text_add_byte(out, 0x80 | (code & 0x3f));
}

/* Reads \uXXXX, or two of them that are one character; answers success. */
static int unicode_escape(struct decoder *decoder) {
  int code = hex4(decoder->at + 2), length = 6;
  if (code < 0) return 0;
  if ((code & 0xf800) == 0xd800) {
    int low;
    if (code & 0x400 || decoder->at[6] != '\\' || decoder->at[7] != 'u') return 0;
    low = hex4(decoder->at + 8);
    if (low < 0 || (low & 0xfc00) != 0xdc00) return 0;
    code = ((code & 0x3ff) << 10 | (low & 0x3ff)) + 0x10000;
    length = 12;
  }
  add_utf8(&decoder->unescaped, code);
  decoder->at += length;
  return 1;
}

/* What stands for the character behind a backslash; 0 if nothing does. */
static int escaped(int letter) {
  switch (letter) {
    case '"': case '\\': case '/': return letter;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return 0;
  }
}

/* Pushes the string at whose first quote it stands. */
static enum token string_token(struct decoder *decoder) {
  struct text *out = &decoder->unescaped;
  const char *plain = ++decoder->at;
  out->length = 0;
  for (;;) {
    int byte = (unsigned char)*decoder->at;
    if (byte == '"') break;
    if (byte == 0) return wrong(decoder, "unexpected end of string");
    if (byte != '\\') {
      decoder->at++;
      continue;
    }
    text_add(out, plain, (size_t)(decoder->at - plain));
    if (decoder->at[1] == 'u') {
      if (!unicode_escape(decoder)) return wrong(decoder, "invalid unicode escape code");
    } else {
      byte = escaped(decoder->at[1]);
      if (byte == 0) return wrong(decoder, "invalid escape code");
      text_add_byte(out, byte);
      decoder->at += 2;
    }
    plain = decoder->at;
  }
  if (out->length == 0) {
    lua_pushlstring(decoder->L, plain, (size_t)(decoder->at - plain));
  } else {
    text_add(out, plain, (size_t)(decoder->at - plain));
    text_push(out);
  }
  decoder->at++;
  return STRING;
}

static int begins_with(const char *text, const char *lower_case) {
  for (; *lower_case != 0; text++, lower_case++)
    if ((*text | 0x20) != *lower_case) return 0;
  return 1;
}

/* Whether it stands at a number that JSON does not know but C does: with a plus
   sign or leading zeros, hexadecimal, infinite, or not a number. */
static int at_invalid_number(const struct decoder *decoder) {
  const char *at = decoder->at;
  if (*at == '+') return 1;
  if (*at == '-') at++;
  if (*at == '0') return (at[1] | 0x20) == 'x' || (at[1] >= '0' && at[1] <= '9');
  if (*at <= '9') return 0;
  return begins_with(at, "inf") || begins_with(at, "nan");
}

static enum token number_token(struct decoder *decoder) {
  char *end;
  decoder->number = strtod(decoder->at, &end);
  if (end == decoder->at) return wrong(decoder, "invalid number");
  decoder->at = end;
  return NUMBER;
}

static enum token word_token(struct decoder *decoder) {
  const char *at = decoder->at;
  if (strncmp(at, "true", 4) == 0 || strncmp(at, "false", 5) == 0) {
    decoder->is_true = *at == 't';
    decoder->at += decoder->is_true ? 4 : 5;
    return BOOLEAN;
  }
  if (strncmp(at, "null", 4) == 0) {
    decoder->at += 4;
    return NOTHING;
  }
  if (decoder->options->decode_invalid && at_invalid_number(decoder)) return number_token(decoder);
  return wrong(decoder, "invalid token");
}

/* Reads the next token; a string is pushed. */
static enum token next_token(struct decoder *decoder) {
  static const char SIGNS[] = "{}[]:,";
  static const enum token SIGN_TOKENS[] = {OBJECT_BEGIN, OBJECT_END, LIST_BEGIN,
                                           LIST_END,     COLON,      COMMA};
  const char *sign;
  int byte;
  decoder->at += strspn(decoder->at, " \t\r\n");
  decoder->token = decoder->at;
  byte = *decoder->at;
  if (byte == 0) return END;
  if (byte == '"') return string_token(decoder);
  if (byte == '-' || (byte >= '0' && byte <= '9')) {
    if (!decoder->options->decode_invalid && at_invalid_number(decoder))
      return wrong(decoder, "invalid number");
    return number_token(decoder);
  }
  sign = strchr(SIGNS, byte);
  if (sign == NULL) return word_token(decoder);
  decoder->at++;
  return SIGN_TOKENS[sign - SIGNS];
}

/* The next token, charged for by its length. */
static enum token next(struct decoder *decoder) {
  const char *from = decoder->at;
  enum token token = next_token(decoder);
  lockstep_charge(decoder->L, 1 + (size_t)(decoder->at - from) / 16);
  return token;
}

static void refuse(struct decoder *decoder, const char *expected, enum token found) {
  luaL_error(decoder->L, "Expected %s but found %s at character %d", expected,
             found == WRONG ? decoder->wrong : NAMES[found],
             (int)(decoder->token - decoder->text) + 1);
}

static void enter(struct decoder *decoder, int slots) {
  decoder->depth++;
  if (decoder->depth > decoder->options->decode_max_depth ||
      decoder->depth > LOCKSTEP_MAX_NESTING || !lua_checkstack(decoder->L, slots + 2))
    luaL_error(decoder->L, "Found too many nested data structures (%d) at character %d",
               decoder->depth, (int)(decoder->at - decoder->text));
  lua_newtable(decoder->L);
}

static void push_value(struct decoder *decoder, enum token token);

static void push_object(struct decoder *decoder) {
  enum token token;
  enter(decoder, 3);
  token = next(decoder);
  while (token != OBJECT_END) {
    if (token != STRING) refuse(decoder, "object key string", token);
    token = next(decoder);
    if (token != COLON) refuse(decoder, "colon", token);
    push_value(decoder, next(decoder));
    lua_rawset(decoder->L, -3);
    token = next(decoder);
    if (token == OBJECT_END) break;
    if (token != COMMA) refuse(decoder, "comma or object end", token);
    token = next(decoder);
    if (token == OBJECT_END) refuse(decoder, "object key string", token);
  }
  decoder->depth--;
}

static void push_list(struct decoder *decoder) {
  enum token token;
  int at = 1;
  enter(decoder, 2);
  token = next(decoder);
  while (token != LIST_END) {
    push_value(decoder, token);
    lua_rawseti(decoder->L, -2, at++);
    token = next(decoder);
    if (token == LIST_END) break;
    if (token != COMMA) refuse(decoder, "comma or array end", token);
    token = next(decoder);
    if (token == LIST_END) refuse(decoder, "value", token);
  }
  decoder->depth--;
}

/* Pushes the value that begins with the token. */
static void push_value(struct decoder *decoder, enum token token) {
  switch (token) {
    case STRING: break;
    case NUMBER: lua_pushnumber(decoder->L, decoder->number); break;
    case BOOLEAN: lua_pushboolean(decoder->L, decoder->is_true); break;
    case NOTHING: lua_pushlightuserdata(decoder->L, NULL); break;
    case OBJECT_BEGIN: push_object(decoder); break;
    case LIST_BEGIN: push_list(decoder); break;
    default: refuse(decoder, "value", token);
  }
}

int cjson_decode(lua_State *L) {
  struct decoder decoder;
  enum token token;
  size_t length;
  luaL_argcheck(L, lua_gettop(L) == 1, 1, "expected 1 argument");
  decoder.L = L;
  decoder.options = lua_touserdata(L, lua_upvalueindex(1));
  decoder.text = decoder.at = luaL_checklstring(L, 1, &length);
  decoder.depth = 0;
  if (length >= 2 && (decoder.text[0] == 0 || decoder.text[1] == 0))
    luaL_error(L, "JSON parser does not support UTF-16 or UTF-32");
  text_begin(&decoder.unescaped, L);
  push_value(&decoder, next(&decoder));
  token = next(&decoder);
  if (token != END) refuse(&decoder, "the end", token);
  lua_pushvalue(L, decoder.unescaped.slot + 1);
  return 1;
}
