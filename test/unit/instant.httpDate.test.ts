import { instantFromHttpDate } from '../../lib/instant';

describe('instantFromHttpDate', () => {
  it.each([
    ['the form of today', 'Sun, 06 Nov 1994 08:49:37 GMT'],
    ['the form with a long weekday and two digits', 'Sunday, 06-Nov-94 08:49:37 GMT'],
    ['the form of C', 'Sun Nov  6 08:49:37 1994'],
    ['an offset of zero', 'Sun, 06 Nov 1994 08:49:37 +0000'],
  ])('reads %s', (_form, header) => {
    expect(instantFromHttpDate(header)).toBe('1994-11-06T08:49:37.000Z');
  });

  it.each([
    ['another zone', 'Sun, 06 Nov 1994 08:49:37 EST'],
    ['no zone', 'Sun, 06 Nov 1994 08:49:37'],
    ['a day that does not exist', 'Thu, 31 Feb 2022 08:49:37 GMT'],
    ['an hour that does not exist', 'Sun, 06 Nov 1994 25:49:37 GMT'],
    ['a month that does not exist', 'Sun, 06 Foo 1994 08:49:37 GMT'],
    ['a number', '0'],
    ['two dates', 'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT'],
  ])('gives null for %s', (_what, header) => {
    expect(instantFromHttpDate(header)).toBeNull();
  });
});
