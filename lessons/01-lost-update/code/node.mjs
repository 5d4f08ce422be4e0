import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`;

const client = await createClient().connect();

// Node runs one thread, and needs the lock all the same: at each `await`
// another request of this process may go on, and other processes always may.
export async function sellOne(shop) {
  const token = randomUUID();
  const taken = await client.set('lock:stock', token, { NX: true, PX: 30_000 });
  if (taken !== 'OK') return 'busy'; // somebody else is selling; try again later
  try {
    const left = await shop.readStock();
    if (left === 0) return 'sold out';
    await shop.chargeCard();
    await shop.writeStock(left - 1);
    await shop.addOrder();
    return 'sold';
  } finally {
    await client.eval(RELEASE, { keys: ['lock:stock'], arguments: [token] });
  }
}
