import { createClient } from 'redis';

const SCRIPT = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`;

const client = await createClient().connect();

// Once, when the program starts. A name that is unknown has nothing in its place.
const [delex, delifeq] = await client.sendCommand(['COMMAND', 'INFO', 'DELEX', 'DELIFEQ']);

function native(key, token) {
  if (delex?.length) return ['DELEX', key, 'IFEQ', token];
  if (delifeq?.length) return ['DELIFEQ', key, token];
  return null;
}

// 1: given back. 0: it was not ours any more.
export async function release(key, token) {
  const command = native(key, token);
  if (command) {
    try {
      return await client.sendCommand(command);
    } catch (error) {
      // An older server, since a failover: nothing was run.
      if (!error.message.includes('unknown command')) throw error;
    }
  }
  return client.eval(SCRIPT, { keys: [key], arguments: [token] });
}
