import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

// What goes over the wire, agreed on with the other service. `redis` sends
// strings as UTF-8 and puts nothing in front. (ioredis does, if `keyPrefix` is set.)
const KEY = 'lock:stock';
const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`;

const client = await createClient({ database: 0 }).connect();

export async function withStock(work) {
  const token = randomUUID();
  // The token as it is, not JSON.stringify(token): the script compares bytes.
  if ((await client.set(KEY, token, { NX: true, PX: 30_000 })) !== 'OK') return false;
  try {
    await work();
  } finally {
    const gone = await client.eval(RELEASE, { keys: [KEY], arguments: [token] });
    if (gone === 0) console.warn('released too late, or compared with other bytes');
  }
  return true;
}

// For the day on which it seems that nobody is excluded.
export async function whereAmI() {
  const id = /run_id:(\w+)/.exec(await client.info('server'))[1];
  const { db } = await client.clientInfo();
  for await (const keys of client.scanIterator({ MATCH: '*lock:stock' })) {
    console.log(id, db, keys);
  }
}
