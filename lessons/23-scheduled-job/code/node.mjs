import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';

const client = await createClient().connect();

// `db` is a client of node-postgres; fees has UNIQUE (account, month).
export async function run(db, month) {
  // One attempt, no waiting. Nobody gives it back: it ends by itself, after the
  // longest run and the worst lateness, and before the next run.
  const taken = await client.set(`lock:fee:${month}`, randomUUID(), { NX: true, PX: 600_000 });
  if (taken !== 'OK') return 'went home';
  const { rows } = await db.query('SELECT id FROM accounts');
  for (const { id } of rows) {
    // One statement is one transaction: the note and the fee, or neither.
    await db.query(
      `WITH noted AS (
         INSERT INTO fees (account, month) VALUES ($1, $2)
         ON CONFLICT DO NOTHING RETURNING account)
       UPDATE accounts SET balance = balance - 10
       WHERE id IN (SELECT account FROM noted)`, [id, month]);
  }
  return 'done'; // report it: an alarm goes off if nobody does
}
