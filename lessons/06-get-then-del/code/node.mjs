import { createClient } from 'redis';

const client = await createClient().connect();

// Look and delete in one step. Not: if ((await client.get(key)) === token)
// await client.del(key), which has an await, and so a gap, in between.
const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`;

export async function giveBack(key, token) {
  const gone = await client.eval(RELEASE, { keys: [key], arguments: [token] });
  return gone === 1;
}
