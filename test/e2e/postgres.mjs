/** The real PostgreSQL of the integration tests, whose helper is written in TypeScript. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('../helpers/typescript.cjs');

/** `{ createDatabase(), stop() }`, see test/helpers/postgres.ts. */
export const { startPostgres } = require('../helpers/postgres.ts');
export const { Client } = require('pg');
