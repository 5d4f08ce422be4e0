import { randomUUID } from 'node:crypto';

const ACQUIRE = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return redis.call('INCR', KEYS[2])`;

// The lock and its number, in one step; 0 if it is taken.
export async function acquire(redis) {
  const token = randomUUID();
  const fence = await redis.eval(ACQUIRE, {
    keys: ['{stock}:lock', '{stock}:fence'],
    arguments: [token, '30000'],
  });
  return { token, fence };
}

// `pool` is a pool of the `pg` package.
export async function sellOne(pool, fence) {
  const read = await pool.query( // notes the number as well
    'UPDATE shelf SET fence = $1 WHERE fence <= $1 RETURNING pieces', [fence]);
  if (read.rowCount === 0) throw new Error('somebody came after us');
  // However long a pause here may be:
  const write = await pool.query(
    'UPDATE shelf SET pieces = $1, fence = $2 WHERE fence <= $2',
    [read.rows[0].pieces - 1, fence]);
  if (write.rowCount === 0) throw new Error('somebody came after us');
}
