/** Where the state lies. */
export type DatabaseSettings = SqliteSettings | PostgresSettings;

export interface SqliteSettings {
  readonly kind: 'sqlite';
  /** A file in or below the n8n folder; relative names lie in its `internet-tools`. Null: `state.db` there. */
  readonly path?: string | null;
  /** The `.n8n` folder. Default: `N8N_USER_FOLDER` or the home directory, plus `.n8n`. */
  readonly n8nFolder?: string;
}

/** The fields of n8n's own `postgres` credential that count here. */
export interface PostgresSettings {
  readonly kind: 'postgres';
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** Default `public`. */
  readonly schema?: string;
  readonly maxConnections?: number;
  readonly ssl?: 'allow' | 'disable' | 'require';
  readonly allowUnauthorizedCerts?: boolean;
  /** True is refused: this package opens no tunnel. */
  readonly sshTunnel?: boolean;
}
