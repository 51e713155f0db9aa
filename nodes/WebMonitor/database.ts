import type { IExecuteFunctions } from 'n8n-workflow';
import { invalid, readInteger, readOneOf, readText } from '../../lib/check';
import type { DatabaseSettings, PostgresSettings } from '../../lib/webMonitor';
import { fixedChoice, fixedText, type Call } from './form';

/** Where the state lies; PostgreSQL with n8n's own `postgres` credential. */
export async function databaseOf(call: Call): Promise<DatabaseSettings> {
  const kind = fixedChoice(call, 'database', ['sqlite', 'postgres'], 'sqlite');
  if (kind === 'sqlite')
    return { kind, path: fixedText(call, 'databaseFile'), n8nFolder: call.context.n8nFolder };
  return postgresSettings(call.functions, fixedText(call, 'schema'), call.itemIndex);
}

export async function postgresSettings(
  functions: Pick<IExecuteFunctions, 'getCredentials' | 'getNode'>,
  schema: string | null,
  itemIndex?: number,
): Promise<PostgresSettings> {
  if (functions.getNode().credentials?.['postgres'] === undefined)
    throw invalid(
      'Database',
      'PostgreSQL needs a credential, and this node has none. Choose one under "Credential for Postgres", or set Database to SQLite.',
    );
  const given: Readonly<Record<string, unknown>> = await functions.getCredentials('postgres', itemIndex);
  const at = (name: string) => `PostgreSQL credential, ${name}`;
  const { maxConnections } = given;
  return {
    kind: 'postgres',
    host: readText(given.host, at('host')),
    port: readInteger(given.port ?? 5432, at('port'), { min: 1, max: 65_535 }),
    database: readText(given.database, at('database')),
    user: readText(given.user, at('user')),
    password: typeof given.password === 'string' ? given.password : '',
    schema: schema ?? 'public',
    ssl: readOneOf(given.ssl ?? 'disable', at('ssl'), ['allow', 'disable', 'require']),
    allowUnauthorizedCerts: given.allowUnauthorizedCerts === true,
    sshTunnel: given.sshTunnel === true,
    ...(typeof maxConnections === 'number' && maxConnections > 0 ? { maxConnections } : {}),
  };
}
