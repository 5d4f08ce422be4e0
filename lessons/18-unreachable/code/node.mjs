import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const RELEASE = `return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0`;
// Else a command waits in a queue for as long as Redis is away.
const client = createClient({ disableOfflineQueue: true, socket: { connectTimeout: 1000 } });
client.on('error', (error) => console.warn('redis:', error.message));
client.connect().catch(() => {}); // it goes on trying

// 'yes', 'no', or 'unknown', which is neither.
async function take(key, token) {
  try {
    return (await client.set(key, token, { NX: true, PX: 30_000 })) === 'OK' ? 'yes' : 'no';
  } catch {
    return 'unknown';
  }
}

async function under(key, work) {
  const token = randomUUID();
  try {
    return await work(await take(key, token));
  } finally { // after 'unknown' too: the lock may be ours
    await client.eval(RELEASE, { keys: [key], arguments: [token] }).catch(() => {});
  }
}

// Nothing but the lock prevents a second charge: only 'yes' is a yes.
export const charge = (chargeCard) => under('lock:card', async (taken) => {
  if (taken !== 'yes') return 'try later';
  await chargeCard();
  return 'charged';
});

// The database keeps the stock right: go on without a lock, by design.
export const sellOne = (db) => under('lock:stock', async (taken) => { // db: a `pg` client
  if (taken === 'no') return 'try later';
  const update = `UPDATE stock SET "left" = "left" - 1 WHERE id = 'shelf' AND "left" > 0`;
  return (await db.query(update)).rowCount === 1 ? 'sold' : 'sold out';
});
