import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const RELEASE = `return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0`;

// WAIT holds up its connection, and with it every command that is queued behind
// it: the locks have a client of their own.
const client = await createClient().connect();

export async function acquire(key, { replicas = 1, withinMs = 300, ttl = 30_000 } = {}) {
  const token = randomUUID();
  if ((await client.set(key, token, { NX: true, PX: ttl })) !== 'OK') return null;
  const confirmed = await client.sendCommand(['WAIT', String(replicas), String(withinMs)]);
  if (confirmed >= replicas) return token;
  // Too few replicas is no error, and nothing was undone.
  await client.eval(RELEASE, { keys: [key], arguments: [token] });
  return null;
}
