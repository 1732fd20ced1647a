import { type Mailer, MailUnavailable } from './port.ts';

/** Milliseconds for each step: looking up the host, connecting, the greeting, and any silence after it. */
const STEP_TIMEOUT_MS = 10_000;
/** Milliseconds for the whole mail, however slowly the server talks. */
const MAIL_TIMEOUT_MS = 30_000;

interface SmtpOptions {
  /** `smtp://` or `smtps://`, with the account. */
  readonly url: string;
  /** The sender's address. */
  readonly from: string;
  /** Shorter in tests. */
  readonly timeoutMs?: number;
}

/** A mailer over SMTP. Each mail has a connection of its own: there are few. */
export function smtpMailer({ url, from, timeoutMs = MAIL_TIMEOUT_MS }: SmtpOptions): Mailer {
  const step = Math.min(STEP_TIMEOUT_MS, timeoutMs);
  return {
    send: async (mail) => {
      // Loaded only where it is needed: most servers have no mail server, or rarely use it.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url,
        connectionTimeout: step,
        greetingTimeout: step,
        socketTimeout: step,
        dnsTimeout: step,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(new Error(`No answer within ${timeoutMs / 1000} s`)), timeoutMs);
      try {
        await Promise.race([transport.sendMail({ from, ...mail }), late.promise]);
      } catch (error) {
        throw asUnavailable(error);
      } finally {
        clearTimeout(timer);
        transport.close();
      }
    },
  };
}

/** A reply from 500 on is final, and so is a wrong password; anything else may pass. */
function asUnavailable(error: unknown): MailUnavailable {
  const { responseCode, code } = Object(error);
  const isFinal = code === 'EAUTH' || (typeof responseCode === 'number' && responseCode >= 500);
  const reason = typeof responseCode === 'number' ? ` (${responseCode})` : '';
  return new MailUnavailable(
    code === 'EAUTH'
      ? 'The mail server refused the account in SMTP_URL.'
      : isFinal
        ? `The mail server refused the mail${reason}.`
        : `The mail server could not be reached or is busy${reason}.`,
    { temporary: !isFinal, cause: error },
  );
}
