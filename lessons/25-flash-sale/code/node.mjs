import { createClient } from 'redis';

// Looks and takes in one step. Answers what is left, or -1 for "sold out".
const TAKE = `
local left = tonumber(redis.call('GET', KEYS[1]) or '0')
if left > 0 then
  return redis.call('DECR', KEYS[1])
end
return -1`;

const client = await createClient().connect();

export async function buy(customer, orders) {
  const left = await client.eval(TAKE, { keys: ['left:phone'] });
  if (left < 0) return false; // sold out, and nobody had to wait for it
  // Written by a worker, in its own time. The number of the order makes sure
  // that one which is sent twice is written once.
  await orders.send({ id: customer.requestId, customer: customer.id });
  return true;
}

// Where the database is fast enough, one statement does it all.
export async function buyFromDatabase(db) {
  const { rowCount } = await db.query('UPDATE stock SET n = n - 1 WHERE id = 7 AND n > 0');
  return rowCount === 1;
}
