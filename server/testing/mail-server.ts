import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message as it was sent, with unfolded quoted-printable lines. */
  readonly content: string;
}

export interface MailServer {
  /** For SMTP_URL, with the account. */
  readonly url: string;
  readonly received: ReceivedMail[];
  /** How many deliveries were tried. */
  attempts(): number;
  /** Answers the next delivery with this SMTP code, or not at all. */
  fail(code: number | 'silence'): void;
  close(): Promise<void>;
}

/** A real SMTP server on the loopback interface, which asks for the account `callboard` with the password `post`. */
export async function openMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const failures: Array<number | 'silence'> = [];
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'callboard' && password === 'post' ? done(null, { user: username }) : done(new Error('Wrong account')),
    onData: (stream, session, done) => {
      attempts += 1;
      void text(stream).then((content) => {
        const failure = failures.shift();
        if (failure === 'silence') return;
        if (failure !== undefined) return done(Object.assign(new Error('Refused by the test'), { responseCode: failure }));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          content: content.replaceAll('=\r\n', '').replaceAll('=3D', '='),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `smtp://callboard:post@127.0.0.1:${port}`,
    received,
    attempts: () => attempts,
    fail: (code) => void failures.push(code),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
