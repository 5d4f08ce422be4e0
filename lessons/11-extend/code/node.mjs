import { createClient } from 'redis';

// 1: extended, 0: another has the lock, -1: nobody has it.
const EXTEND = `
local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return owner and 0 or -1`;

const client = await createClient().connect();

// `lease` was filled when the lock was taken: { key, token, ttlMs, until }, the
// last by performance.now(). Returns whether the work may go on.
export async function extend(lease) {
  const ttlMs = Math.min(lease.ttlMs, Math.floor(lease.until - performance.now()));
  if (ttlMs <= 0) return false; // the longest lease is over
  const answer = await client.eval(EXTEND, {
    keys: [lease.key],
    arguments: [lease.token, String(ttlMs)],
  });
  return answer === 1; // else: stop, and write nothing more
}
