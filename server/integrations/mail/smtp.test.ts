import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, openMailServer } from '#server/testing/mail-server.ts';
import { chooseMailer } from './choose.ts';
import { smtpMailer } from './smtp.ts';

const MAIL = { to: 'ada@example.com', subject: 'Grüße', text: 'A line.\nAnother one.' };

let server: MailServer;
beforeAll(async () => {
  server = await openMailServer();
});
afterAll(() => server.close());

const mailer = (url = server.url, timeoutMs = 400) => smtpMailer({ url, from: 'Callboard <crm@example.com>', timeoutMs });

it('delivers a mail with sender, recipient and text', async () => {
  await mailer().send(MAIL);
  expect(server.received).toMatchObject([{ from: 'crm@example.com', to: ['ada@example.com'] }]);
  expect(server.received[0]?.content).toContain('Another one.');
});

it('distinguishes what may pass from what is final', async () => {
  server.fail(451);
  await expect(mailer().send(MAIL)).rejects.toMatchObject({ temporary: true, message: expect.stringContaining('(451)') });
  server.fail(550);
  await expect(mailer().send(MAIL)).rejects.toMatchObject({ temporary: false, message: 'The mail server refused the mail (550).' });
  const stranger = server.url.replace('post@', 'wrong@');
  await expect(mailer(stranger).send(MAIL)).rejects.toMatchObject({ temporary: false, message: expect.stringContaining('SMTP_URL') });
  await expect(mailer('smtp://127.0.0.1:1').send(MAIL)).rejects.toMatchObject({ temporary: true });
});

it('does not wait for a server that stays silent', async () => {
  server.fail('silence');
  await expect(mailer().send(MAIL)).rejects.toMatchObject({ temporary: true });
});

it('is absent where nothing is configured', () => {
  expect(chooseMailer({ SMTP_URL: null, SMTP_FROM: null })).toBeNull();
});
