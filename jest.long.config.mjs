import base from './jest.config.mjs';

/** The long ones: hundreds of kills, thousands of model runs, a million ids. */
export default { ...base, testMatch: ['<rootDir>/test/long/**/*.test.ts'], testTimeout: 30 * 60_000 };
