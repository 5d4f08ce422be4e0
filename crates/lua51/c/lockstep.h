/* What Lua's own sources see of lockstep.c: included from luaconf.h. */
#ifndef lockstep_h
#define lockstep_h

struct lua_State;

/* Tells a compiler that understands it what is never reached. */
#if defined(__GNUC__)
#define LOCKSTEP_UNREACHABLE __builtin_unreachable()
#else
#define LOCKSTEP_UNREACHABLE ((void)0)
#endif

/* One in each global_State. */
struct lockstep {
  unsigned long long fuel;   /* steps that may still be done */
  unsigned long long random; /* state of math.random, 48 bits */
  void *host;                /* what the running script works on, or NULL */
  struct cjson_options *cjson; /* what the running script has set, or NULL */
  void *lists[2];            /* the tables of KEYS and ARGV, or NULL */
};

/* How deep one call of a pattern-matching function may recurse. */
#define LOCKSTEP_MAX_MATCH_DEPTH 200

/* The longest string that can be read as a number. */
#define LOCKSTEP_MAX_NUMERAL 4096

/* Whether a table is as lua_createtable(L, n, 0) makes it, whatever its values. */
int lockstep_islist(const void *table, int n);

void lockstep_init(struct lockstep *machine);

/* Takes steps from the fuel; raises an error once there is none. */
void lockstep_charge(struct lua_State *L, unsigned long long steps);

/* Takes steps from the fuel but leaves the error to the next charge. */
void lockstep_burn(struct lua_State *L, unsigned long long steps);

/* What raising an error costs: in a browser it takes some 20 microseconds. */
#define LOCKSTEP_ERROR_STEPS 50

/* rand() and srand() of this machine: the next 31 bits. */
int lockstep_rand(struct lua_State *L);
void lockstep_srand(struct lua_State *L, int seed);

/* A number as an integer, the same on every host: 2^63 and beyond, as well as
   NaN, give the lowest value, as on x86-64. */
long long lockstep_tointeger(double number);

/* A number as %.<digits>g writes it, with at most 17 digits, which takes at most
   25 bytes; answers how many it wrote. */
int lockstep_format(char *text, int digits, double number);

#endif
