/* The libraries that Redis adds to Lua. */
#ifndef lockstep_libraries_h
#define lockstep_libraries_h

struct lua_State;

/* Each makes its global table. */
void lockstep_open_bit(struct lua_State *L);
void lockstep_open_cjson(struct lua_State *L);
void lockstep_open_cmsgpack(struct lua_State *L);
void lockstep_open_struct(struct lua_State *L);

/* All of them. */
void lockstep_open_libraries(struct lua_State *L);

/* What a script can set in cjson. */
struct cjson_options {
  int sparse_to_object;
  int sparse_ratio;
  int sparse_from;
  int encode_max_depth;
  int decode_max_depth;
  int precision;
  int keep_buffer;
  int encode_invalid; /* 0 refuses, 1 writes them, 2 writes null */
  int decode_invalid;
};

void cjson_set_defaults(struct cjson_options *options);

/* Functions of Lua whose first upvalue is a struct cjson_options. */
int cjson_encode(struct lua_State *L);
int cjson_decode(struct lua_State *L);

/* Deeper than this nothing is written or read, so that the C stack is enough. */
#define LOCKSTEP_MAX_NESTING 1000

#endif
