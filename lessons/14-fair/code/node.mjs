import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';

// The waiting, for any lock whose release publishes on its channel. `take` answers
// whether it was taken: for a fair lock, the script of the Python example.
const client = await createClient().connect();
const listener = await client.duplicate().connect();

export async function acquire(key, take, { limitMs = 60_000, signOfLifeMs = 3_000 } = {}) {
  const [token, end] = [randomUUID(), performance.now() + limitMs];
  if (await take(client, key, token)) return token;
  let wake = () => {};
  const heard = () => wake();
  await listener.subscribe(`{${key}}:released`, heard);
  try {
    // First ask once more: a release before the subscription has told nobody.
    for (;;) {
      const told = new Promise((resolve) => { wake = resolve; });
      if (await take(client, key, token)) return token;
      const left = end - performance.now();
      if (left <= 0) return null; // the place in the queue runs out by itself
      await Promise.race([told, sleep(Math.min(left, signOfLifeMs))]);
    }
  } finally {
    await listener.unsubscribe(`{${key}}:released`, heard);
  }
}
