import type { Envelope } from '../envelope';
import type { ErrorCode } from '../errors';
import type { Operation, ProviderName, Results } from '../providers/provider';

/** One provider that was asked, or passed over, for this answer; the code is null for the one that answered. */
export interface ProviderAttempt {
  readonly provider: ProviderName;
  readonly code: ErrorCode | null;
  readonly message: string | null;
}

export type MarketData = Results[Operation];

export interface MarketEnvelope extends Envelope<MarketData> {
  readonly provider: ProviderName;
  /** Only where more than one provider was concerned, in order. */
  readonly attempts?: readonly ProviderAttempt[];
}
