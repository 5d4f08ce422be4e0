import { createClient } from 'redis';

const client = await createClient().connect();

// What a restart of this server may forget. Worth a line in the log when the
// program begins, since nobody can see it from the locks.
export async function forgets() {
  const { appendonly, appendfsync } = await client.configGet('append*');
  if (appendonly !== 'yes') return 'everything since the last snapshot: do not restart it at once';
  if (appendfsync === 'always') return 'nothing that it has answered';
  return 'about the last second, if the machine goes down';
}
