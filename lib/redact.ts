/** What stands where a secret was. */
const HIDDEN = '***';
/** Shorter values would be found in ordinary words. */
const SHORTEST_SECRET = 4;
const MARKER_NAMES =
  'api[-_]?key|apikey|access[-_]?key|x-api-key|app[-_]?id|app[-_]?key|(?:ocp-apim-)?subscription-key|pass|pass[-_]?code|jwt|credentials?|bearer|session(?:[-_]?(?:id|token))?|phpsessid|jsessionid|x-amz-(?:credential|signature|security-token)|x-goog-(?:credential|signature)|key|token|access[-_]?token|auth[-_]?token|id[-_]?token|refresh[-_]?token|auth|authorization|client[-_]?secret|secret|password|passwd|passphrase|pwd|hmac|sig|signature|x-cg-(?:demo|pro)-api-key|x_cg_(?:demo|pro)_api_key';
/** Names whose last word says it: `feed_token`, `privateToken`, `secret_key`. What pages are turned with is no key. */
const COMPOUND_NAMES =
  '(?!(?:next|prev|page|cursor|continuation|sync|skip|state|[-_.])*token\\b)[\\w.-]{1,40}(?:token|secret|password|passwd|passphrase|signature|hmac)|[\\w.-]{0,40}(?:api|auth|access|secret|private|session|license|user|feed|rss)[-_.]?key';
const NAMES = `${MARKER_NAMES}|${COMPOUND_NAMES}`;
const KEY_LIKE = new RegExp(`^(?:${NAMES})(?:\\[\\])?$`, 'i');
const KEY_IN_TEXT = new RegExp(
  `\\b(${NAMES.replace('|key|', '|')})(["']?\\s*[=:]\\s*["']?(?:(?:Bearer|Basic|Token)\\s+)?)[^\\s"'&<>,;]{2,200}`,
  'gi',
);
/** A parameter within a path (`;jsessionid=`), or within an address that is the value of another parameter. */
const KEY_WITHIN = new RegExp(
  `((?:[?;]|%3[fb]|%26)(?:${NAMES})(?:=|%3d))((?:(?!%26|%23|%3b)[^;/#&])+)`,
  'gi',
);

/**
 * A URL as it may be shown: no user info, no key-like query parameters (apikey, token, key ...), no secret value in
 * any spelling, no fragment (it is never sent). Everything else keeps its spelling.
 */
export function showUrl(url: URL | string, secrets: readonly string[] = []): string {
  const parsed = typeof url === 'string' ? URL.parse(url) : url;
  // what is no URL may still hold the user info of one
  if (parsed === null) return showText(String(url).replace(/\/\/[^\s?#]*@/g, '//'), secrets);
  const query = withoutKeys(parsed.search.slice(1));
  return removeSecrets(
    `${parsed.protocol}//${parsed.host}${hideWithin(parsed.pathname)}${query === '' ? '' : `?${query}`}`,
    secrets,
  );
}

/** A text from outside as it may be shown in a message: secrets by value, and `apikey=...` and the like by name. */
export function showText(text: string, secrets: readonly string[] = []): string {
  return removeSecrets(text, secrets).replace(KEY_IN_TEXT, `$1$2${HIDDEN}`);
}

/** Removes every secret of four or more characters by value: raw, URL-encoded, form-encoded, in JSON and in HTML. */
export function removeSecrets(text: string, secrets: readonly string[]): string {
  return secretsRemover(secrets)(text);
}

/** The same for many texts: finding the spellings takes far longer than looking for them in a short text. */
export function secretsRemover(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets.flatMap(spellingsOf).sort((a, b) => b.length - a.length);
  return (text) => spellings.reduce((shown, spelling) => shown.replaceAll(spelling, HIDDEN), text);
}

/**
 * The secrets of a URL: values of key-like query parameters, as they are written and as they are meant. A site may echo
 * them in a page. What the host or the path says as well is no secret: `https://news.example/list?key=news`.
 */
export function secretsIn(url: string): readonly string[] {
  const parsed = URL.parse(url);
  if (parsed === null) return [];
  const parameters = parsed.search
    .slice(1)
    .split('&')
    .filter((pair) => pair.includes('=') && KEY_LIKE.test(nameOf(pair)))
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  const within = [parsed.pathname, parsed.search.slice(1)]
    .flatMap((part) => [...part.matchAll(KEY_WITHIN)])
    .map(([, , value = '']) => value);
  const values = [...parameters, ...within].flatMap((value) => [value, decoded(value)]);
  const shown = `${parsed.host}${hideWithin(parsed.pathname)}`;
  return [...new Set(values)].filter(
    (value) =>
      value.length >= SHORTEST_SECRET && !shown.includes(value.toLowerCase()) && !shown.includes(value),
  );
}

function spellingsOf(secret: string): string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const encoded = encodeLoosely(secret);
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inHtml = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const all = [secret, encoded, form, inJson, inHtml];
  return [...new Set([...all, ...all.map(withLowerCaseEscapes), encodeLoosely(encoded)])];
}

function encodeLoosely(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function withLowerCaseEscapes(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

function withoutKeys(query: string): string {
  return query
    .split('&')
    .filter((pair) => !KEY_LIKE.test(nameOf(pair)))
    .map(hideWithin)
    .join('&');
}

function hideWithin(part: string): string {
  return part.replace(KEY_WITHIN, `$1${HIDDEN}`);
}

function nameOf(pair: string): string {
  return decoded(pair.split('=', 1)[0] ?? '').trim();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
