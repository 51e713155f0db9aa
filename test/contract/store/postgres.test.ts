import { Client, type ClientConfig } from 'pg';
import { openPostgresStore } from '../../../lib/monitor/store/postgres/postgresStore';
import type { PostgresSettings } from '../../../lib/monitor/store/settings';
import { startPostgres, type PostgresServer } from '../../helpers/postgres';
import { describeStore } from './storeContract';

let server: PostgresServer;
let config: ClientConfig;
let admin: Client;
beforeAll(async () => {
  server = await startPostgres();
  config = await server.createDatabase();
  admin = new Client(config);
  await admin.connect();
}, 240_000);
afterAll(async () => {
  await admin.end();
  await server.stop();
});

let schemas = 0;
describeStore('PostgreSQL', async () => {
  const schema = `state ${++schemas}`;
  await admin.query(`CREATE SCHEMA "${schema}"`);
  return {
    open: () => Promise.resolve(openPostgresStore({ ...settingsOf(config), schema })),
    remove: async () => {
      await admin.query(`DROP SCHEMA "${schema}" CASCADE`);
    },
  };
});

function settingsOf({ host, port, user, password, database }: ClientConfig): PostgresSettings {
  return {
    kind: 'postgres',
    host: host ?? '',
    port: port ?? 0,
    user: user ?? '',
    password: typeof password === 'string' ? password : '',
    database: database ?? '',
  };
}
