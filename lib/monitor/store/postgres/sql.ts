import type { Row } from '../rows';

/** Asked within one transaction. Names of tables are written as `{entries}` and stand in the configured schema. */
export interface Sql {
  all(sql: string, ...values: readonly unknown[]): Promise<Row[]>;
  get(sql: string, ...values: readonly unknown[]): Promise<Row | undefined>;
  /** Number of rows changed. */
  run(sql: string, ...values: readonly unknown[]): Promise<number>;
}
