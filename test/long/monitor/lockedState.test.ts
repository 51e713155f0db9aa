import { checkAcrossLock, checkWhileLocked } from '../../helpers/lockedState';

describe.each(['better-sqlite3', 'node:sqlite'] as const)('with %s', (driver) => {
  it.each(['before', 'meanwhile'] as const)(
    'a state that is opened %s another process locks it for the whole budget is STATE_LOCKED; nothing is lost',
    async (opened) => {
      await checkWhileLocked(driver, opened);
    },
  );

  it.each(['before', 'meanwhile'] as const)(
    'one that is opened %s another process locks it for some seconds is waited for',
    async (opened) => {
      await checkAcrossLock(driver, opened);
    },
  );
});
