import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`;

const client = await createClient().connect();

async function take(key, token, limitMs) {
  for (const end = performance.now() + limitMs; ; await sleep(200)) {
    if ((await client.set(key, token, { NX: true, PX: 30_000 })) === 'OK') return true;
    if (performance.now() >= end) return false;
  }
}

// `shop.creditOnce`: in one transaction, INSERT of the order's number (unique),
// then the UPDATE of the wallet; nothing if the number is there.
export async function callback(shop, request, response) {
  const { order, amount } = request.body;
  const key = `lock:order:${order}`, token = randomUUID();
  if (!(await take(key, token, 2_000))) {
    return response.status(503).send('in progress'); // it will come again
  }
  try {
    if (!(await shop.isCredited(order))) {
      await shop.confirm(order, amount); // with a timeout; throws if not genuine
      await shop.creditOnce(order, amount);
    }
  } finally {
    await client.eval(RELEASE, { keys: [key], arguments: [token] });
  }
  response.send('success');
}
