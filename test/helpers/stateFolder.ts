import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqliteSettings } from '../../lib/monitor/store/settings';

/** A folder of its own that stands for `.n8n`, and the state in it. */
export function stateFolder(base = tmpdir()): {
  readonly settings: SqliteSettings;
  readonly path: string;
  readonly folder: string;
  remove(): void;
} {
  const folder = mkdtempSync(join(base, 'state-'));
  return {
    folder,
    settings: { kind: 'sqlite', n8nFolder: folder },
    path: join(folder, 'internet-tools', 'state.db'),
    remove: () => {
      chmodSync(folder, 0o700);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A disk in memory where there is one: for tests that are about many checks, not about the disk. */
export const quickDisk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
