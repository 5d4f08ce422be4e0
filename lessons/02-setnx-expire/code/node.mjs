import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const client = await createClient().connect();

// The key and its end in one command; the token, or null if it is taken.
export async function acquire(key) {
  const token = randomUUID();
  const reply = await client.set(key, token, { NX: true, PX: 30_000 });
  return reply === 'OK' ? token : null;
}

// Whether a lock would stay for ever: worth an alarm.
export async function hasNoEnd(key) {
  return (await client.ttl(key)) === -1; // -2: no such key
}
