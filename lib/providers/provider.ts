export const OPERATIONS = ['quote', 'history', 'crypto', 'forex', 'search'] as const;
export type Operation = (typeof OPERATIONS)[number];
export const PROVIDER_NAMES = ['twelvedata', 'alphavantage', 'coingecko', 'yahoo'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];
