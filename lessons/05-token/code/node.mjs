import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`;

const client = await createClient().connect();

export async function acquire(key) {
  const token = randomUUID(); // here, not when the program starts
  const taken = await client.set(key, token, { NX: true, PX: 30_000 });
  return taken === 'OK' ? token : null;
}

// No answer? Call it again: a token fits its own acquisition and no other. (The
// second call may then say false: the first one had deleted the key.)
export async function giveBack(key, token) {
  const gone = await client.eval(RELEASE, { keys: [key], arguments: [token] });
  return gone === 1;
}
