import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { clipboardText, openBrowser, toast } from './browser.ts';

const { enter, visit } = openBrowser();

/** Colors in transition are not the final ones. */
const clean = (page: Page) => expect.poll(() => accessibilityViolations(page)).toEqual([]);

describe('an API token', () => {
  it('is created in the UI, used by a script, revoked, and rejected afterwards', async () => {
    const username = `ada ${randomUUID().slice(0, 4)}`;
    const { page } = await enter({ username });
    await page.getByRole('button', { name: `${username} Sales Manager` }).click();
    await page.getByRole('menuitem', { name: 'API tokens' }).click();
    await page.getByText('No API tokens yet').waitFor();
    await page.getByRole('button', { name: 'Create Token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API Token' });
    await dialog.getByLabel('Name').fill('Nightly report');
    await dialog.getByLabel('Your password', { exact: true }).fill('correct horse');
    await clean(page);
    await dialog.getByRole('button', { name: 'Create Token' }).click();
    const shown = page.getByRole('dialog', { name: 'Your new API token' });
    await shown.getByRole('button', { name: 'Copy token' }).click();
    await toast(page).getByText('API token copied').waitFor();
    await clean(page);
    const secret = await clipboardText(page);
    await shown.getByRole('button', { name: 'Done' }).click();

    const ask = (query: string) =>
      fetch(`${inject('serverUrl')}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
    const answer = await ask('{ session { user { username } } }');
    expect(await answer.json()).toMatchObject({ data: { session: { user: { username } } } });
    expect((await ask('mutation { createLead(input: { name: "No" }) { __typename } }')).status).toBe(403);

    await page.reload();
    const row = page.getByRole('listitem', { name: 'Nightly report' });
    await row.getByText(/^Last used /).waitFor();
    await clean(page);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog', { name: 'Revoke “Nightly report”?' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No API tokens yet').waitFor();
    expect((await ask('{ session { expiresAt } }')).status).toBe(401);
  });
});

describe('the API explorer', () => {
  it('runs queries and subscriptions as the signed-in user, and connects to this server only', async () => {
    const { page, context } = await enter('demo', { path: '/tokens' });
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.getByRole('link', { name: 'API Explorer' }).click();
    await page.getByText('PipelineValueByStage').first().waitFor();
    const run = page.getByRole('button', { name: /Execute query/ });
    await run.click();
    await page.getByText('"leadGroups"').first().waitFor();
    // The cost is visible without scrolling to the end of the response. The database time depends on the machine.
    await page
      .getByRole('status', { name: 'Cost' })
      .getByText(/^[1-9][\d,]+ points · [\d,]+ of 500,000 left this minute$/)
      .waitFor();
    await page.getByRole('tab', { name: 'LiveMoves' }).click();
    await page.locator('.graphiql-query-editor').getByText('subscription').waitFor();
    // The editor parses its text shortly after showing it.
    const running = page.getByRole('button', { name: /Stop query/ });
    await expect
      .poll(() =>
        run.click({ timeout: 500 }).then(
          () => running.count(),
          () => running.count(),
        ),
      )
      .toBe(1);
    const name = `Lead ${randomUUID().slice(0, 4)}`;
    // The response over the socket may still be in flight.
    await expect
      .poll(async () => {
        await context.request.post('/api/leads', { data: { name } });
        return page.getByText(`"${name}"`).count();
      })
      .toBeGreaterThan(0);
    expect([...origins]).toEqual([new URL(inject('serverUrl')).origin]);
  });

  it('requires a signed-in user', async () => {
    const { page } = await visit({ path: '/graphql' });
    await page.getByRole('button', { name: 'Sign in' }).or(page.getByLabel('Username')).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/tokens');
  });
});
