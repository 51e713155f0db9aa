import { readInteger } from '../check';
import { LIMITS } from '../limits';
import type { DeliveryRules } from './delivery';
import type { CheckRequest } from './request';

/** How a check that begins now hands out what it delivers. INVALID_CONFIG names the limit. */
export function rulesOf(
  { delivery, executionId, leaseSeconds = 0, limit: given = null }: CheckRequest,
  now: number,
): DeliveryRules {
  const limit = given === null ? null : readInteger(given, 'limit', { min: 1, max: Number.MAX_SAFE_INTEGER });
  const done = delivery === 'onRead';
  const lease = Math.min(leaseSeconds, LIMITS.delivery.maxLeaseSeconds) * 1000;
  const leaseUntil = done || lease <= 0 ? null : new Date(now + lease).toISOString();
  return { limit, offer: { executionId, at: new Date(now).toISOString(), leaseUntil, done } };
}
