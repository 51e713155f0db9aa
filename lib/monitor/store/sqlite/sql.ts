import { whole, type Row } from '../rows';
import type { Driver, SqlValue, Statement } from './driver';

/** Prepared once per connection. */
export interface Sql {
  get(sql: string, ...values: readonly SqlValue[]): Row | undefined;
  all(sql: string, ...values: readonly SqlValue[]): Row[];
  run(sql: string, ...values: readonly SqlValue[]): number;
}

/** Every statement is prepared once. */
export function preparing(driver: Driver): Sql {
  const statements = new Map<string, Statement>();
  const prepared = (text: string): Statement => {
    const found = statements.get(text) ?? driver.prepare(text);
    statements.set(text, found);
    return found;
  };
  return {
    get: (text, ...values) => prepared(text).get(...values),
    all: (text, ...values) => prepared(text).all(...values),
    run: (text, ...values) => prepared(text).run(...values),
  };
}

/** Of the row that was inserted last. */
export function lastRow(sql: Sql): number {
  return whole(sql.get('SELECT last_insert_rowid() AS seq') ?? {}, 'seq');
}
