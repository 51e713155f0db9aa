import { LIMITS } from '../../../../lib/limits';
import { properties } from '../../../../nodes/WebFetch/properties';
import { WebFetch } from '../../../../nodes/WebFetch/WebFetch.node';

const options = properties.find(({ name }) => name === 'options')?.options ?? [];
const optionByName = (name: string) => options.find((option) => option.name === name);

describe('the form of WebFetch', () => {
  it('lets expressions and agents choose URL, selector and format alone', () => {
    const open = properties
      .filter(({ noDataExpression }) => noDataExpression !== true)
      .map(({ name }) => name);
    expect(open).toEqual(['url', 'format', 'selector']);
    expect(options.every((option) => 'noDataExpression' in option && option.noDataExpression)).toBe(true);
  });

  it('is prefilled with the domains that were asked for', () => {
    expect(properties.find(({ name }) => name === 'allowedDomains')?.default).toEqual([
      'reuters.com',
      'bloomberg.com',
      'sec.gov',
      'feeds.finance.yahoo.com',
      'reddit.com',
      'capitoltrades.com',
    ]);
  });

  it('shows the limits that are in force', () => {
    expect(optionByName('maxResponseKb')).toMatchObject({ default: LIMITS.responseKb.webFetch });
    expect(optionByName('timeoutSeconds')).toMatchObject({ default: LIMITS.timeoutSeconds.default });
    expect(properties.find(({ name }) => name === 'maxEntries')?.default).toBe(LIMITS.feedEntries.default);
    expect(optionByName('maxTextChars')).toMatchObject({
      description: expect.stringMatching(/20,000.*1,000/),
    });
    expect(LIMITS.toolTextChars).toEqual({ page: 20_000, entry: 1_000 });
  });

  it('tells an agent what it may not do with the data', () => {
    const { description } = new WebFetch().description;
    expect(description).toMatch(/Do not use data without fetchedAt/);
    expect(description).toMatch(/dataAsOf is null, say that its time is unknown/);
    expect(description).toMatch(/date-header, dataAsOf is only the time of sending/);
  });
});
