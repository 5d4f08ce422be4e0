import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`;

const client = await createClient().connect();

export async function sellOne(item, card, stock) {
  // Slow, and nothing of the shop's: before the lock.
  const reservation = await card.reserve();
  const sold = await takeOne(item, stock);
  await (sold ? reservation.charge() : reservation.drop());
  return sold;
}

async function takeOne(item, stock) {
  const [key, token] = [`lock:${item}`, randomUUID()]; // one key for each item
  const taken = await client.set(key, token, { NX: true, PX: 30_000 });
  if (taken !== 'OK') return false; // or wait, see the lesson on retries
  try {
    const left = await stock.read(item); // the look is inside
    if (left === 0) return false;
    await stock.write(item, left - 1);
    return true;
  } finally {
    await client.eval(RELEASE, { keys: [key], arguments: [token] });
  }
}
