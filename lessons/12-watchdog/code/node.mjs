import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const EXTEND = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0`;
const RELEASE = `return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0`;

const client = await createClient().connect();

export async function withWatchdog(key, work, ttl = 30_000, maxLease = 300_000) {
  const token = randomUUID();
  if ((await client.set(key, token, { NX: true, PX: ttl })) !== 'OK') return false;
  const lost = new AbortController();
  const end = performance.now() + maxLease;
  const timer = setInterval(async () => {
    try {
      const args = { keys: [key], arguments: [token, String(ttl)] };
      if (performance.now() < end && (await client.eval(EXTEND, args)) === 1) return;
    } catch { /* to be on the safe side, that counts as lost */ }
    lost.abort();
    clearInterval(timer);
  }, ttl / 3); // work that blocks the event loop blocks this too
  try {
    await work(lost.signal);
  } finally {
    clearInterval(timer); // the watchdog ends with the work
    await client.eval(RELEASE, { keys: [key], arguments: [token] });
  }
  return !lost.signal.aborted;
}
