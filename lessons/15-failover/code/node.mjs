import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const RELEASE = `return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0`;
const client = await createClient().connect();

// A failover may give the lock to a second owner, so it only saves work. What
// keeps the stock right is the version, which the database compares.
export async function sellOne(db) { // db: a `pg` client
  const token = randomUUID();
  if ((await client.set('lock:stock', token, { NX: true, PX: 30_000 })) !== 'OK') return false;
  try {
    const { rows: [row] } = await db.query(`SELECT "left", version FROM stock WHERE id = 'shelf'`);
    if (row.left <= 0) return false;
    // pack one piece
    const { rowCount } = await db.query(
      `UPDATE stock SET "left" = $1, version = version + 1 WHERE id = 'shelf' AND version = $2`,
      [row.left - 1, row.version],
    );
    return rowCount === 1; // 0: somebody was quicker, read again
  } finally {
    const gone = await client.eval(RELEASE, { keys: ['lock:stock'], arguments: [token] });
    if (gone === 0) console.warn('the lock was lost, perhaps in a failover');
  }
}
