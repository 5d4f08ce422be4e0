import pg from 'pg';

const pool = new pg.Pool({ max: 20 });

export async function sellOne(chargeCard) {
  await chargeCard(); // what is slow comes before the transaction
  const db = await pool.connect();
  let broken;
  try {
    await db.query('BEGIN');
    await db.query("SET LOCAL lock_timeout = '2s'"); // do not wait for ever
    const { rows } = await db.query('SELECT pieces FROM shelf WHERE id = 1 FOR UPDATE');
    const sold = rows[0].pieces > 0;
    if (sold) await db.query('UPDATE shelf SET pieces = pieces - 1 WHERE id = 1');
    await db.query('COMMIT'); // the lock ends here
    return sold; // if not: give the money back
  } catch (error) {
    // A connection that cannot even roll back must not return to the pool.
    await db.query('ROLLBACK').catch((failure) => { broken = failure; });
    throw error;
  } finally {
    db.release(broken);
  }
}
