import type { HttpClient } from './http/client';
import { createHttpClient } from './http/httpClient';

/** What lives as long as the process: shared by all nodes, made on first use. */
export interface Runtime {
  readonly http: HttpClient;
}

let current: Runtime | null = null;

/** The one runtime of this process. */
export function runtime(): Runtime {
  current ??= { http: createHttpClient() };
  return current;
}

/** Closes what the runtime holds; the next use makes a new one. */
export async function closeRuntime(): Promise<void> {
  const closing = current;
  current = null;
  await closing?.http.close();
}
