// `db` is a client of node-postgres.
export async function place(db, order, item) {
  await db.query('BEGIN');
  try {
    const first = await db.query(
      'INSERT INTO orders (id) VALUES ($1) ON CONFLICT DO NOTHING', [order]);
    if (first.rowCount === 0) {
      await db.query('ROLLBACK');
      return 'seen'; // carried out already: answer as the first time
    }
    // Looks and takes in one step, and counts from the database's own value.
    const sold = await db.query(
      'UPDATE stock SET n = n - 1 WHERE item = $1 AND n > 0', [item]);
    if (sold.rowCount === 0) {
      await db.query('ROLLBACK'); // takes the number back, too
      return 'sold out';
    }
    await db.query('COMMIT');
    return 'sold';
  } catch (error) {
    await db.query('ROLLBACK');
    throw error;
  }
}
