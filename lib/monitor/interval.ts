import { LIMITS } from '../limits';
import type { CheckContext } from './checkContext';
import { fingerprintOf } from './fingerprint';
import type { MonitorState } from './store/store';

/** n8n's schedule is not exact: a check may come up to a minute (or a tenth of the interval) early. */
export function isTooEarly(state: MonitorState, { monitor, request, tools }: CheckContext): boolean {
  const interval = monitor.checkIntervalMinutes * 60_000;
  if (request.preview || request.skipInterval === true || interval === 0 || state.lastSuccessAt === null)
    return false;
  if (state.fingerprint !== fingerprintOf(monitor, tools.parser)) return false;
  const { earlyMs, earlyShare } = LIMITS.monitors;
  const since = tools.now() - Date.parse(state.lastSuccessAt);
  // A negative span: the clock was set back, and nothing can be said about the interval.
  return since >= 0 && since < interval - Math.min(earlyMs, interval * earlyShare);
}
