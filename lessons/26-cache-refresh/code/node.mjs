import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`;

const client = await createClient().connect();
let running = null; // first of all: one query per process

export function top(query) {
  running ??= look(query).finally(() => { running = null; });
  return running;
}

async function look(query) {
  if (await client.get('fresh:top')) return client.get('cache:top');
  const token = randomUUID();
  const taken = await client.set('lock:top', token, { NX: true, PX: 10_000 });
  if (taken !== 'OK') return client.get('cache:top'); // the old one, or none
  try {
    if (!(await client.get('fresh:top'))) { // once more, with the lock in hand
      await client.set('cache:top', await query());
      await client.set('fresh:top', '1', { PX: 60_000 }); // after the list
    }
  } finally {
    await client.eval(RELEASE, { keys: ['lock:top'], arguments: [token] });
  }
  return client.get('cache:top');
}
