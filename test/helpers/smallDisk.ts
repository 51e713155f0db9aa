import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver, OpenDriver } from '../../lib/monitor/store/sqlite/driver';

/** A disk with little room, and someone who frees some. */
export interface SmallDisk {
  readonly kind: string;
  readonly folder: string;
  openOn(open: OpenDriver): OpenDriver;
  free(): void;
  remove(): void;
}

/** A real disk of 2 MB in memory; where this user may not mount one, a bound on the pages of the state file. */
export function smallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]);
  return status === 0 ? mounted(folder) : bounded(folder);
}

function mounted(folder: string): SmallDisk {
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1024 * 1024));
  return {
    kind: 'a real disk',
    folder,
    openOn: (open) => open,
    free: () => {
      unlinkSync(ballast);
    },
    remove: () => {
      spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function bounded(folder: string): SmallDisk {
  const drivers: Driver[] = [];
  return {
    kind: 'a state file of bounded size (this user may not mount a disk)',
    folder,
    openOn: (open) => async (path) => {
      const driver = await open(path);
      driver.exec('PRAGMA max_page_count = 100');
      drivers.push(driver);
      return driver;
    },
    free: () => {
      for (const driver of drivers) driver.exec('PRAGMA max_page_count = 100000');
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
