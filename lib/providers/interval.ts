import { ToolError } from '../errors';
import type { Interval } from './provider';

/**
 * PROVIDER_ERROR for an answer that states another interval than the one asked for, whose candles would pass for it.
 * One that states none is taken. `names`: how the provider writes the interval.
 */
export function checkInterval(
  label: string,
  stated: string | null,
  asked: Interval,
  names: readonly string[],
): void {
  if (stated === null || names.includes(stated)) return;
  throw new ToolError(
    'PROVIDER_ERROR',
    `${label} answered with candles of another interval (${stated.slice(0, 20)}) than the one asked for (${asked}).`,
  );
}
