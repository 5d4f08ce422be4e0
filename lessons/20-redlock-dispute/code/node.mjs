// `pool` is a pool of the `pg` package; `withLock` runs work under a lock.
export function sellOne(pool, withLock) {
  return withLock('lock:stock', async () => {
    const { rows: [shelf] } = await pool.query('SELECT pieces, version FROM shelf');
    // However long a pause here may be, the row has the last word.
    const { rowCount } = await pool.query(
      'UPDATE shelf SET pieces = $1, version = version + 1 WHERE version = $2',
      [shelf.pieces - 1, shelf.version],
    );
    if (rowCount === 0) throw new Error('somebody was faster: begin anew');
  });
}
