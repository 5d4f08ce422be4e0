import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';

const client = await createClient().connect();

// Pauses double up to the cap; each is drawn from its upper half.
// Returns the token, or null when the limit is over.
export async function acquire(key, { ttlMs, limitMs, firstMs = 10, capMs = 500 }) {
  const token = randomUUID();
  const deadline = performance.now() + limitMs;
  for (let longest = firstMs; ; longest = Math.min(longest * 2, capMs)) {
    const taken = await client.set(key, token, { NX: true, PX: ttlMs });
    if (taken === 'OK') return token;
    const left = deadline - performance.now();
    if (left <= 0) return null; // never go on without the lock
    const pause = longest / 2 + Math.random() * (longest / 2);
    await sleep(Math.min(pause, left));
  }
}
