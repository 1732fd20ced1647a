import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openBrowser, toast } from './browser.ts';

const { visit, enter } = openBrowser();

describe('signing in', () => {
  it('registers with form validation, shows the welcome message, and signs out', async () => {
    const { page } = await visit();
    await page.getByText('Sign in to your account').waitFor();
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Username is required').waitFor();
    await page.getByText('Password is required').waitFor();

    await page.getByText("Don't have an account? Create one").click();
    await page.getByText('Create your account').waitFor();
    expect(await page.getByText('Username is required').count()).toBe(0);
    await page.getByLabel('Username').fill('noor');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByText('Password must be at least 6 characters').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByRole('button', { name: 'Create Account' }).click();

    await toast(page).getByText('Account Created').waitFor();
    await page.getByText('Welcome, noor').first().waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByText('Sign in to your account').waitFor();
  });

  it('shows the same error for a wrong password and an unknown username, and keeps the input', async () => {
    const { page } = await visit();
    for (const username of ['demo', 'nobody at all']) {
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await toast(page).getByText('Login Failed').waitFor();
      await toast(page).getByText('Invalid username or password').waitFor();
      expect(await page.getByLabel('Username').inputValue()).toBe(username);
    }
  });

  it('accepts the demo credentials printed at the first start', async () => {
    const { page } = await visit();
    await page.getByLabel('Username').fill('demo');
    await page.getByLabel('Password', { exact: true }).fill('callboard');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await toast(page).getByText('Welcome back, Dana').waitFor();
    await page.getByText('Dana Whitfield').waitFor();
    await page.getByText('Sales Manager').waitFor();
    // Three, and one for each lead that other tests have won by now.
    await page.getByRole('button', { name: /[1-9]\d* unread/i }).waitFor();
  });

  it('shows all navigation entries in order, those of admins last, and the 404 card for any other path', async () => {
    const { page } = await enter('demo', { path: '/no-such-page' });
    await page.getByText('404 Page Not Found').waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
      'AI Response Center',
      'Pipeline',
      'Customers',
      'Transcriptions',
      'Email Templates',
      'AI Training',
      'AI Coaching',
      'Interaction Flows',
      'Shopify Orders',
      'Analytics',
      'People',
      'Settings',
      'Audit',
    ]);
  });
});

describe('Your account', () => {
  it('changes the name and the password by keyboard, and signs out all other sessions', async () => {
    const username = `mia ${randomUUID().slice(0, 4)}`;
    const { page: desk, context } = await enter({ username });
    const { page: phone } = await visit();
    const signIn = async (password: string) => {
      await phone.getByLabel('Username').fill(username);
      await phone.getByLabel('Password', { exact: true }).fill(password);
      await phone.getByRole('button', { name: 'Sign In', exact: true }).click();
    };
    await signIn('correct horse');
    await phone.getByText(`Welcome, ${username}`).waitFor();
    await phone.goto('/pipeline');
    await phone.getByText('Drag and drop leads between stages').waitFor();

    await desk.getByRole('button', { name: `${username} Sales Manager` }).focus();
    await desk.keyboard.press('Enter');
    await desk.getByRole('menuitem', { name: 'Your account' }).waitFor();
    await desk.keyboard.press('Enter');
    const dialog = desk.getByRole('dialog', { name: 'Your account' });
    await dialog.waitFor();
    await desk.keyboard.type('Mia');
    await dialog.getByLabel('Job title').fill('Closer');
    await desk.keyboard.press('Enter');
    await toast(desk).getByText('Profile saved').waitFor();
    await desk.getByText('Welcome, Mia').waitFor();

    await dialog.getByLabel('Current password', { exact: true }).fill('not the password');
    await dialog.getByLabel('New password', { exact: true }).fill('battery staple');
    await desk.keyboard.press('Enter');
    await dialog.getByText('The current password is incorrect.').waitFor();
    await dialog.getByLabel('Current password', { exact: true }).fill('correct horse');
    await desk.keyboard.press('Enter');
    await toast(desk).getByText('Password changed').waitFor();
    const again = phone.getByRole('dialog', { name: 'Sign in to continue' });
    await again.waitFor();

    await desk.keyboard.press('Escape');
    await desk.goto('/pipeline');
    await desk.getByRole('button', { name: 'Mia Closer' }).waitFor();
    expect((await context.request.post('/api/leads', { data: { name: `Lead of ${username}` } })).status()).toBe(201);
    await desk.getByText(`Lead of ${username}`).first().waitFor();
    await again.getByLabel('Password', { exact: true }).fill('correct horse');
    await phone.keyboard.press('Enter');
    await toast(phone).getByText('Login Failed').waitFor();
    await again.getByLabel('Password', { exact: true }).fill('battery staple');
    await phone.keyboard.press('Enter');
    await again.waitFor({ state: 'hidden' });
    await phone.getByText('Welcome, Mia').waitFor();
    await phone.getByText(`Lead of ${username}`).first().waitFor();
  });
});
