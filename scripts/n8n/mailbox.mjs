import { SMTPServer } from 'smtp-server';

/**
 * A real SMTP server on 127.0.0.1 that keeps what it gets: `{ port, messages, close() }`, a message being
 * `{ from, to, subject, text }` with the whole message as text. `onMail` is told of each.
 */
export async function openMailbox({ port = 0, onMail = () => {} } = {}) {
  const messages = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom.address,
          to: rcptTo.map((one) => one.address),
          subject: subjectOf(text),
          text,
        };
        messages.push(mail);
        onMail(mail);
        done();
      });
    },
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  // a client that hangs up in the middle is its own affair
  server.on('error', () => {});
  return {
    port: server.server.address().port,
    messages,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The subject with its encoded words (UTF-8, quoted-printable or base64) decoded. */
function subjectOf(text) {
  const head = text.slice(0, text.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const raw = /^subject: (.*)$/im.exec(head)?.[1] ?? '';
  return raw.replace(/\?=\s+=\?/g, '?==?').replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind, body) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(body, 'base64').toString('utf8')
      : decodeURIComponent(
          body
            .replace(/_/g, ' ')
            .replace(/%/g, '%25')
            .replace(/=([0-9A-F]{2})/gi, '%$1'),
        ),
  );
}
