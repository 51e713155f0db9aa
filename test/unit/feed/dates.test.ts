import { readDate } from '../../../lib/feed/dates';

describe('readDate', () => {
  it.each([
    ['Thu, 01 Jan 2004 19:48:21 GMT', '2004-01-01T19:48:21.000Z'],
    ['1 Jan 04 19:48 +0100', '2004-01-01T18:48:00.000Z'],
    ['Mon, 02 Jan 2006 15:04:05 PST', '2006-01-02T23:04:05.000Z'],
    ['Mon, November 16, 2020, 11:12 PM EST', '2020-11-17T04:12:00.000Z'],
    ['Sat, Oct 28 2023 08:28:28 PM', '2023-10-28T20:28:28'],
    ['Sun Jul 15 01:16:00 +0000 2012', '2012-07-15T01:16:00.000Z'],
    ['Fri, 31 Mar 2023 20:19:00 America/Los_Angeles', '2023-04-01T03:19:00.000Z'],
    ['Mon, 26 Jan 2004 16:31:00 ET', '2004-01-26T21:31:00.000Z'],
    ['Thu Nov 12 2020 17:00:00 GMT+0000 (Coordinated Universal Time)', '2020-11-12T17:00:00.000Z'],
    ['2010-05-28T21:03:38.5+09:30', '2010-05-28T11:33:38.500Z'],
    ['2010-11-17 08:40:07-05:00', '2010-11-17T13:40:07.000Z'],
    ['2014-12-31T24:00:00Z', '2015-01-01T00:00:00.000Z'],
    ['2014-12-31 24:05 GMT', '2015-01-01T00:05:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2017-01-01 05:29:60 +0530', '2017-01-01T00:00:00.000Z'],
    ['Mon, 02 Jan 2006 12:00:00 CST', '2006-01-02T18:00:00.000Z'],
    // Moscow was four hours ahead from 2011 to 2014
    ['Mon, 02 Jul 2012 12:00:00 MSK', '2012-07-02T08:00:00.000Z'],
    ['Thu, 02 Jul 2020 12:00:00 MSK', '2020-07-02T09:00:00.000Z'],
    ['Mon, 02-Jan-06 12:00:00 GMT', '2006-01-02T12:00:00.000Z'],
  ])('reads %s', (words, expected) => {
    expect(readDate(words)).toBe(expected);
  });

  it.each([
    ['2006-01-02', '2006-01-02'],
    ['Mon, 02 Jan 2006', '2006-01-02'],
    ['2004-07-08 23:56:58', '2004-07-08T23:56:58'],
    ['2004-07-08T23:56', '2004-07-08T23:56'],
    // British or Bangladesh time: the words do not say which
    ['Mon, 02 Jan 2006 15:04:05 BST', '2006-01-02T15:04:05'],
    // Chicago or China, where RFC 822 does not say it
    ['Mon Jan 02 15:04:05 CST 2006', '2006-01-02T15:04:05'],
    ['2006-01-02 15:04:05 CST', '2006-01-02T15:04:05'],
  ])('invents neither a midnight nor a zone for %s', (words, expected) => {
    expect(readDate(words)).toBe(expected);
  });

  it.each([
    ['two days it could be', '10-04-2020 19:00 +0400'],
    ['a day that no month has', 'Fri, 31 Feb 2020 10:00:00 GMT'],
    ['an hour that no clock shows', '2003-12-31T25:14:55Z'],
    ['a minute that no clock shows', '2003-12-31T10:61:00Z'],
    ['a zone that is none', 'Sun, 16 Dec 2012 11:47:32 -00:zz'],
    ['an offset beyond the world', '2020-01-01T00:00:00+99:00'],
    ['a month alone', '2020-02'],
    ['a bare number', '1520932969'],
    ['the year 1, which programs write for no date', '0001-01-01T00:00:00Z'],
    ['an hour that exists twice', '2023-11-05T01:30:00 America/New_York'],
    ['a leap second within a day', '2016-12-31T12:34:60Z'],
    ['a leap second that does not end the day of UTC', '2016-12-31T23:59:60+01:00'],
    ['a year of the Persian calendar', '1399/05/12 10:00'],
    ['a year of the Islamic calendar', '1441-12-10T10:00:00Z'],
    ['a year of the Buddhist calendar', '2563-08-12T10:00:00Z'],
    ['the last year of all, which programs write for no date', '9999-12-31T23:59:59Z'],
    ['two numbers of which either may be the year', 'Jan 04 05'],
    ['two numbers around a month, with hyphens', '20-Feb-01'],
    ['a year of one digit', '6 Jan 2 15:04'],
    ['digits of another script', '٢٠٢٠-٠١-٠٢'],
    ['a French or Spanish Tuesday before a month', 'mar 03 nov 2020'],
    ['two zones', 'Mon, 02 Jan 2006 15:04:05 GMT EST'],
    ['words', 'yesterday'],
    ['nothing', '  '],
  ])('gives null for %s', (_what, words) => {
    expect(readDate(words)).toBeNull();
  });
});
