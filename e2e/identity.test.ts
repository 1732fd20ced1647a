import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, toast } from './browser.ts';
import { type RunningServer, startServer } from './npm-start.ts';

const { enter } = openBrowser();
const PASSWORD = 'correct horse';

// A server of its own: only one with this secret can keep those of authenticator apps.
let server: RunningServer;
let at: string;
beforeAll(async () => {
  server = await startServer({ IDENTITY_SECRET: randomUUID() });
  // Browsers refuse passkeys at an IP address.
  at = server.url.replace('127.0.0.1', 'localhost');
}, 150_000);
afterAll(() => server?.stop());

/** Adds a device to the browser that keeps passkeys and always recognises its owner. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

/** Somebody with a new account on a phone, and their open account dialog. */
async function openAccount() {
  const username = `ida ${randomUUID().slice(0, 4)}`;
  const { page } = await enter({ username }, { at, width: 390, touch: true });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('button', { name: `${username} Sales Manager` }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your account' });
  await dialog.waitFor();
  return { page, dialog, username };
}

/** Nothing of the screen is wider than it. */
const overflow = (page: Page) =>
  page.evaluate(
    () =>
      [document.documentElement, ...document.querySelectorAll('.MuiDialogContent-root')].filter(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ).length,
  );

async function signOut(page: Page): Promise<void> {
  await page.request.post('/api/auth/logout');
  await page.goto('/');
  await page.getByText('Sign in to your account').waitFor();
}

describe('signing in on a phone', () => {
  it('works with a passkey that was registered before, and no longer once it is removed', async () => {
    const { page, dialog, username } = await openAccount();
    await addAuthenticator(page);
    const section = dialog.getByRole('region', { name: 'Passkeys' });
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByLabel('Passkey name').fill('Phone');
    await section.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await section.getByRole('button', { name: 'Create passkey' }).click();
    await section.getByRole('listitem', { name: 'Phone' }).waitFor();
    expect(await overflow(page)).toBe(0);

    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: 'Open navigation' }).waitFor();
    const me = await (await page.request.get('/api/auth/me')).json();
    expect(me.user.username).toBe(username);

    const removed = await page.request.post('/graphql', { data: { query: '{ passkeys { id name } }' } });
    const [passkey] = (await removed.json()).data.passkeys;
    await page.request.post('/graphql', { data: { query: `mutation { removePasskey(id: "${passkey.id}") { __typename } }` } });
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await toast(page).getByText('This passkey was not accepted.').waitFor();
  });

  it('asks for the code of an authenticator app once one is set up, and takes a recovery code instead', async () => {
    const { page, dialog, username } = await openAccount();
    const section = dialog.getByRole('region', { name: 'Authenticator app' });
    await section.getByRole('button', { name: 'Set up an app' }).click();
    await section.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await section.getByRole('button', { name: 'Set up an app' }).click();
    await section.getByAltText('QR code for the authenticator app').waitFor();
    expect(await overflow(page)).toBe(0);
    const secret = Secret.fromBase32(await section.locator('code').innerText());
    const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    await section.getByLabel('Code').fill(code());
    await section.getByRole('button', { name: 'Confirm' }).click();
    await section.getByRole('list', { name: 'Recovery codes' }).waitFor();
    const recovery = await section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
    expect(recovery).toHaveLength(10);
    expect(await overflow(page)).toBe(0);

    const signIn = async (second: string) => {
      await signOut(page);
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.getByLabel('Code').fill(second);
      expect(await overflow(page)).toBe(0);
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    // The code that set it up was used; that of the next half minute is accepted early.
    await signIn(code(1));
    await page.getByRole('button', { name: 'Open navigation' }).waitFor();
    await signIn(recovery[0] ?? '');
    await page.getByRole('button', { name: 'Open navigation' }).waitFor();
    await signIn(recovery[0] ?? '');
    await toast(page).getByText('The code is wrong or was used already.').waitFor();
  });
});
