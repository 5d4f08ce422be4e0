import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`;

const client = await createClient().connect();

export async function sellOne() {
  const token = randomUUID(); // a new one for every acquisition
  const taken = await client.set('lock:stock', token, { NX: true, PX: 30_000 });
  if (taken !== 'OK') return false; // somebody else is at the shelf
  try {
    // take one from the shelf
  } finally {
    const gone = await client.eval(RELEASE, { keys: ['lock:stock'], arguments: [token] });
    if (gone === 0) console.warn('the lock was lost before it was given back');
  }
  return true;
}
