import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Reads the same bodies in a process of its own, whose machine stands in another zone. */
function readIn(zone: string): string {
  const root = path.resolve(__dirname, '../../..');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--require', './test/helpers/typescript.cjs', './test/helpers/timesOfAnswers.ts'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, TZ: zone } },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const expected = {
  'twelvedata quote': '2026-05-13T14:24:00.000Z',
  'twelvedata daily': '2026-05-08 2026-05-12 2026-05-13',
  'alphavantage rate': '2026-05-13T07:40:05.000Z',
  'alphavantage spring': '2026-03-06T20:55:00.000Z 2026-03-09T13:35:00.000Z',
  'alphavantage autumn': '2026-10-31T16:00:00.000Z',
  'coingecko daily':
    '2026-05-11T00:00:00.000Z 2026-05-12T00:00:00.000Z 2026-05-13T00:00:00.000Z 2026-05-13T14:24:05.123Z',
  'yahoo daily': '2026-05-08 2026-05-12 2026-05-13',
  'yahoo sydney': '2026-04-03 2026-04-06',
};

it.each([
  ['UTC', 0, 0],
  ['America/New_York', 300, 240],
  ['Asia/Tokyo', -540, -540],
  ['Australia/Sydney', -660, -600],
])(
  'reads the same times on a machine in %s, on both sides of the changes of clocks',
  (zone, january, july) => {
    const { offsets, ...times } = JSON.parse(readIn(zone));
    expect(offsets).toEqual([january, july]);
    expect(times).toEqual(expected);
  },
);
