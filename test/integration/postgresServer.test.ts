import { Client } from 'pg';
import { startPostgres } from '../helpers/postgres';

it('a real PostgreSQL answers, and each test gets a database of its own', async () => {
  const server = await startPostgres();
  try {
    const [first, second] = [await server.createDatabase(), await server.createDatabase()];
    const client = new Client(first);
    await client.connect();
    await client.query('CREATE TABLE only_here (id int)');
    await client.end();
    const other = new Client(second);
    await other.connect();
    const { rows } = await other.query("SELECT to_regclass('only_here') AS found");
    await other.end();
    expect(rows).toEqual([{ found: null }]);
  } finally {
    await server.stop();
  }
}, 240_000);
