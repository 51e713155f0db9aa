import { checkAcrossLock, checkWhileLocked } from '../../helpers/lockedState';

it('a state that another process locks for the whole budget is STATE_LOCKED then; nothing is lost, nobody held up', async () => {
  await checkWhileLocked('better-sqlite3', 'before');
});

it('one that is locked for some seconds is waited for, also where it is opened meanwhile', async () => {
  await checkAcrossLock('node:sqlite', 'meanwhile');
});
