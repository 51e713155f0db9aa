import { shorten } from '../excerpt';
import { isLaterThan } from '../instant';
import { LIMITS } from '../limits';
import { removeSecrets, showText } from '../redact';

interface Dated {
  readonly id: string;
  readonly publishedAt: string | null;
  readonly fetchedAt: string;
}

/**
 * Entries whose published time lies in the future of their own request have no `dataAsOf`: said in one sentence with an
 * example, however many they are. Empty where there are none. The example is cut, so secrets are removed before.
 */
export function futureWarning(entries: readonly Dated[], secrets: readonly string[]): readonly string[] {
  const later = entries.filter(
    ({ publishedAt, fetchedAt }) => publishedAt !== null && isLaterThan(publishedAt, Date.parse(fetchedAt)),
  );
  const [first] = later;
  if (first?.publishedAt == null) return [];
  const shown = shorten(removeSecrets(showText(first.id), secrets), LIMITS.warningIdChars);
  return [
    later.length === 1
      ? `The entry ${shown} is dated ${first.publishedAt}, later than the time of the request: that time was not used.`
      : `${later.length} entries are dated later than the time of the request, ${shown} for one (${first.publishedAt}): those times were not used.`,
  ];
}
