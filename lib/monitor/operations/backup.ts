import { checkEnvelope } from '../checkEnvelope';
import type { BackupRequest, BackupResult } from './request';
import type { StateTools } from '../checkContext';

/** A copy of the whole state beside it. */
export async function backup(request: BackupRequest, { store, now }: StateTools): Promise<BackupResult> {
  const stamp = new Date(now()).toISOString().replaceAll(':', '-').replace(/\.\d+/, '');
  const name = request.fileName?.trim() ?? '';
  return checkEnvelope(await store.backup(name === '' ? `backup-${stamp}.db` : name), null);
}
