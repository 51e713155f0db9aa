import { SMTPServer } from 'smtp-server';
import { readMail } from './mail.mjs';

/**
 * A real SMTP server on 127.0.0.1 that keeps what it gets: `{ port, messages, close() }`, a message being
 * `{ from, to, subject, text, html }`. `onMail` is told of each.
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
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom.address,
          to: rcptTo.map((one) => one.address),
          ...readMail(Buffer.concat(chunks).toString('utf8')),
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
