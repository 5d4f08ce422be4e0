import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const TAKE = `
if redis.call('EXISTS', KEYS[1]) == 1 and redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 0
end
local holds = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return holds`;
const GIVE = `
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return -1 end
local holds = redis.call('HINCRBY', KEYS[1], ARGV[1], -1)
if holds == 0 then redis.call('DEL', KEYS[1]) end
return holds`;

const client = await createClient().connect();
// There is one thread and there are many requests: each is an owner of its own.
const owner = new AsyncLocalStorage();

export const handleRequest = () => owner.run(randomUUID(), sell);

async function withLock(key, work) {
  const [keys, me] = [[key], owner.getStore()];
  const holds = await client.eval(TAKE, { keys, arguments: [me, '30000'] });
  if (holds === 0) throw new Error('somebody else has it');
  try {
    return await work();
  } finally {
    await client.eval(GIVE, { keys, arguments: [me] });
  }
}

const sell = () => withLock('lock:stock', async () => {
  await reserve(); // takes the same lock again
});
const reserve = () => withLock('lock:stock', async () => { /* put one item aside */ });
