import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`;

const client = await createClient().connect();

export class Taken extends Error {}

export async function withLock(key, work) {
  const token = randomUUID();
  const reply = await client.set(key, token, { NX: true, PX: 30_000 });
  // Ask for the one reply that is a yes. `null` is a no; a lost connection
  // has thrown already, and must not be caught and forgotten.
  if (reply !== 'OK') throw new Taken(key);
  try {
    return await work();
  } finally {
    await client.eval(RELEASE, { keys: [key], arguments: [token] });
  }
}
