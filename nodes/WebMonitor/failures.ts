import { UNFETCHED } from '../../lib/envelope';
import { messageOf, ToolError } from '../../lib/errors';
import type { CheckOutcome } from '../../lib/webMonitor';
import { errorDetails } from '../shared/nodeError';

export type Failure = Extract<CheckOutcome, { readonly ok: false }>;

/** A monitor that failed while others had something to tell, as an item of the Summary output. */
export function failureSummary({ monitorId, error }: Failure): object {
  const message = `${monitorId}: the check failed. ${messageOf(error)}`;
  return {
    ...UNFETCHED,
    monitorId,
    newCount: 0,
    editedCount: 0,
    failed: errorDetails(error),
    warnings: [message],
    data: { newEntries: [], message, digest: { message, text: message, html: `<p>${escaped(message)}</p>` } },
  };
}

/** The failures of a check as one error: that of a single monitor as it is, several in one sentence each. */
export function oneError(failed: readonly Failure[], asked: number): Error {
  const [first] = failed;
  if (first === undefined) return new Error('No monitor was asked.');
  if (asked === 1 || !(first.error instanceof ToolError)) return first.error;
  const { code, url, status, retryAfterMs } = first.error;
  const sentences = failed.map(({ monitorId, error }) => `${monitorId}: ${messageOf(error)}`);
  return new ToolError(code, `${failed.length} of ${asked} monitors failed. ${sentences.join(' ')}`, {
    url,
    status,
    retryAfterMs,
  });
}

/** The message may quote a page, and mail programs show HTML. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
