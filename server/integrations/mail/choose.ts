import type { Config } from '#server/config.ts';
import type { Mailer } from './port.ts';
import { smtpMailer } from './smtp.ts';

/** The configured mail server; null without one: links are then passed on by an admin. */
export const chooseMailer = ({ SMTP_URL: url, SMTP_FROM: from }: Pick<Config, 'SMTP_URL' | 'SMTP_FROM'>): Mailer | null =>
  url && from ? smtpMailer({ url, from }) : null;
