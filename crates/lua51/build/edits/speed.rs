//! What makes short scripts fast, and changes nothing that a script can see.

use super::{Edit, edit};

/// Each of these stands on the way of every script.
pub(super) const SPEED: &[Edit] = &[
    // The only hook is the one that counts, so its count alone is looked at. Where
    // there is no hook the count goes round, and `traceexec` does nothing.
    edit(
        "lvm.c",
        "    if ((L->hookmask & (LUA_MASKLINE | LUA_MASKCOUNT)) &&\n\
         \x20       (--L->hookcount == 0 || L->hookmask & LUA_MASKLINE)) {\n",
        "    if (--L->hookcount == 0) {\n",
    ),
    edit("lstate.h", "  int hookcount;\n", "  unsigned int hookcount;\n"),
    // All code comes from Lua's own compiler.
    edit(
        "lvm.c",
        "      case OP_VARARG: {\n        int b = GETARG_B(i) - 1;\n",
        "      default: LOCKSTEP_UNREACHABLE;\n\
         \x20     case OP_VARARG: {\n        int b = GETARG_B(i) - 1;\n",
    ),
    edit(
        "lvm.c",
        "void luaV_execute (lua_State *L, int nexeccalls) {\n",
        "/* What a table itself has at a string, or in its array; nil if that is elsewhere,\n\
         \x20  or is left to a metatable. */\n\
         static inline const TValue *lockstep_get (const Table *t, const TValue *key) {\n\
         \x20 if (ttisstring(key)) {\n\
         \x20   const Node *n = gnode(t, lmod(tsvalue(key)->hash, sizenode(t)));\n\
         \x20   do {\n\
         \x20     if (ttisstring(gkey(n)) && rawtsvalue(gkey(n)) == rawtsvalue(key)) return gval(n);\n\
         \x20     n = gnext(n);\n\
         \x20   } while (n != NULL);\n\
         \x20 }\n\
         \x20 else if (ttisnumber(key)) {\n\
         \x20   int k;\n\
         \x20   lua_number2int(k, nvalue(key));\n\
         \x20   if (cast(unsigned int, k-1) < cast(unsigned int, t->sizearray) &&\n\
         \x20       luai_numeq(cast_num(k), nvalue(key)))\n\
         \x20     return &t->array[k-1];\n\
         \x20 }\n\
         \x20 return luaO_nilobject;\n\
         }\n\n\
         void luaV_execute (lua_State *L, int nexeccalls) {\n",
    ),
    edit(
        "lvm.c",
        "        TValue *rb = KBx(i);\n        sethvalue(L, &g, cl->env);\n",
        "        TValue *rb = KBx(i);\n\
         \x20       const TValue *own = lockstep_get(cl->env, rb);\n\
         \x20       if (!ttisnil(own)) {\n\
         \x20         setobj2s(L, ra, own);\n\
         \x20         continue;\n\
         \x20       }\n\
         \x20       sethvalue(L, &g, cl->env);\n",
    ),
    edit(
        "lvm.c",
        "        Protect(luaV_gettable(L, RB(i), RKC(i), ra));\n",
        "        const TValue *t = RB(i);\n\
         \x20       const TValue *own = ttistable(t) ? lockstep_get(hvalue(t), RKC(i)) : luaO_nilobject;\n\
         \x20       if (!ttisnil(own)) {\n\
         \x20         setobj2s(L, ra, own);\n\
         \x20         continue;\n\
         \x20       }\n\
         \x20       Protect(luaV_gettable(L, RB(i), RKC(i), ra));\n",
    ),
];
