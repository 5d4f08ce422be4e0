import { createClient, defineScript } from 'redis';

// Check first, write last: a script that fails is not rolled back.
const giveBack = defineScript({
  NUMBER_OF_KEYS: 1,
  FIRST_KEY_INDEX: 1,
  SCRIPT: `
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then
      return 0
    end
    return redis.call('DEL', KEYS[1])`,
  parseCommand(parser, key, token) {
    parser.pushKey(key);
    parser.push(token);
  },
  transformReply: (reply) => reply === 1,
});

// Sends EVALSHA, and the script itself after NOSCRIPT.
const client = await createClient({ scripts: { giveBack } }).connect();

// if (!(await client.giveBack('lock:stock', token))) …the lock was lost
