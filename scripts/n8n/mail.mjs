// Reads a mail as it comes over the wire: as much of MIME as a mail node of n8n writes.

/** `{ subject, text, html }` of a message; null for a part that it does not have. */
export function readMail(message) {
  const { headers, body } = split(message);
  const parts = leaves(headers, body);
  const bodyOf = (type) => parts.find((part) => part.type === type)?.body ?? null;
  return {
    subject: decodeWords(headers.get('subject') ?? ''),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
  };
}

function split(message) {
  const end = message.indexOf('\r\n\r\n');
  const head = message.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const headers = new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: message.slice(end + 4) };
}

/** The parts that hold something themselves: [{ type, body }]. */
function leaves(headers, body) {
  const contentType = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined)
    return [
      {
        type: contentType.split(';')[0].trim().toLowerCase(),
        body: decode(body, headers.get('content-transfer-encoding')),
      },
    ];
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => {
      const inner = split(part.replace(/^\r\n/, ''));
      return leaves(inner.headers, inner.body);
    });
}

function decode(body, encoding = '7bit') {
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding.toLowerCase() === 'quoted-printable') return unquote(body.replace(/=\r\n/g, ''));
  return body;
}

/** The encoded words of a header. */
function decodeWords(value) {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind, word) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : unquote(word.replace(/_/g, ' ')),
    );
}

const unquote = (text) =>
  text.replace(/(?:=[0-9A-F]{2})+/gi, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString('utf8'));
