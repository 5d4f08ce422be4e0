import { randomUUID } from 'node:crypto';

const TTL_MS = 30_000;
const DRIFT_MS = TTL_MS / 100 + 2; // what clocks may differ by meanwhile
const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`;

// An answer may take 300 ms; whoever does not answer has not voted.
const within = (answer) => {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(reject, 300); });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
};

// `nodes`: connected clients of the `redis` package, one for each server.
export const release = (nodes, key, token) =>
  Promise.allSettled(nodes.map((node) =>
    within(node.eval(RELEASE, { keys: [key], arguments: [token] }))));

export async function acquire(nodes, key) {
  const token = randomUUID();
  const askedAt = performance.now(); // a clock that nobody sets
  const answers = await Promise.allSettled(nodes.map((node) =>
    within(node.set(key, token, { NX: true, PX: TTL_MS }))));
  const votes = answers.filter(({ value }) => value === 'OK').length;
  const validUntil = askedAt + TTL_MS - DRIFT_MS;
  if (votes > nodes.length / 2 && performance.now() < validUntil) {
    return { token, validUntil };
  }
  await release(nodes, key, token); // everywhere, also where no answer came
  return null;
}
