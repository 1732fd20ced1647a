import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

const someone = (name: string) => `${name} ${randomUUID().slice(0, 4)}`;

async function create<Body extends { id: string }>(context: BrowserContext, path: string, data: object): Promise<Body> {
  const answer = await context.request.post(path, { data });
  expect(answer.ok()).toBe(true);
  return answer.json();
}

const customerFlow = (customer: string, type = 'sales_pipeline') => `/interaction-flows?customer=${customer}&type=${type}`;
const stage = (page: Page, name: string) => page.locator(`[data-stage="${name}"]`);
const standsAt = (page: Page, name: string) => page.locator(`[data-stage="${name}"][data-state="current"]`).waitFor();

/** The customer of the newest sales flow. */
async function newestSale(context: BrowserContext): Promise<{ id: string; name: string }> {
  const query = '{ interactionFlows(flowType: sales_pipeline, first: 1) { nodes { customer { id name } } } }';
  const answer = await context.request.post('/graphql', { data: { query } });
  return (await answer.json()).data.interactionFlows.nodes[0].customer;
}

describe('interaction flows', () => {
  it('are created as samples, started and advanced, and a second browser highlights the new stage', async () => {
    const { page, context } = await enter('demo', { path: '/interaction-flows' });
    const total = page.getByRole('article', { name: 'Total Flows' });
    await total.getByText(/^\d+$/).waitFor();
    const before = Number(await total.getByText(/^\d+$/).innerText());

    await page.getByRole('button', { name: 'Create Sample Flows' }).click();
    await toast(page).getByText('Sample interaction flows created').waitFor();
    await total.getByText(String(before + 3), { exact: true }).waitFor();

    const customer = await newestSale(context);
    await page.getByLabel('Customer', { exact: true }).fill(customer.name);
    await page.getByRole('option', { name: customer.name }).first().click();
    await standsAt(page, 'consideration');
    await page.getByText('43%').waitFor();
    await page.getByText('Auto-refresh on').waitFor();

    const watcher = await enter({ username: someone('iris') }, { path: customerFlow(customer.id), width: 390 });
    await standsAt(watcher.page, 'consideration');
    await page.getByRole('button', { name: 'Advance to Intent' }).click();
    await watcher.page.locator('[data-stage="intent"][data-changed]').waitFor();
    await standsAt(watcher.page, 'intent');
    await watcher.page.getByText('Moved from Consideration to Intent').waitFor();
    await watcher.page.locator('[data-changed]').waitFor({ state: 'detached' });
    await toast(page).getByText('Moved to Intent').waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await standsAt(watcher.page, 'consideration');
    const sideways = await watcher.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(sideways).toBe(0);
  });

  it('advance when the customer’s lead moves', async () => {
    const { page, context } = await enter('demo');
    const customer = await create<{ id: string }>(context, '/api/customers', { name: someone('Leah Dunn') });
    await page.goto(customerFlow(customer.id));
    await page.getByText('No interaction flow data available').waitFor();
    await page.getByRole('button', { name: 'Start Sales Pipeline' }).click();
    await standsAt(page, 'awareness');
    const lead = await create<{ id: string }>(context, '/api/leads', { name: 'Leah Dunn', customerId: customer.id });
    await standsAt(page, 'interest');
    await context.request.put(`/api/leads/${lead.id}/stage`, { data: { stage: 'won' } });
    await standsAt(page, 'purchase');
    await page.getByText('Moved from Interest to Purchase: a lead was won').waitFor();
    expect(await stage(page, 'evaluation').getAttribute('data-state')).toBe('completed');
  });

  it('roll back a move that the server rejects', async () => {
    const { page, context } = await enter('demo');
    const customer = await create<{ id: string }>(context, '/api/customers', { name: someone('Rolf Back') });
    const flow = { customerId: customer.id, flowType: 'support_journey', currentStage: 'acknowledged' };
    await create(context, '/api/customers/interaction-flows', flow);
    await page.goto(customerFlow(customer.id, 'support_journey'));
    await standsAt(page, 'acknowledged');
    await page.route('**/graphql', (route) => (route.request().postData()?.includes('advanceFlow') ? route.abort() : route.continue()));
    await page.getByRole('button', { name: 'Move to' }).click();
    await page.getByRole('menuitem', { name: 'Resolved' }).click();
    await toast(page).getByText('Failed to move this flow.').waitFor();
    await standsAt(page, 'acknowledged');
  });

  it('are listed in the overview as plain text, newest first, without accessibility violations', async () => {
    const { page, context } = await enter('demo', { path: '/interaction-flows?tab=all' });
    const name = `<img src=x onerror=alert(1)> ${someone('Hana')}`;
    const customer = await create<{ id: string }>(context, '/api/customers', { name });
    const now = new Date().toISOString();
    await create(context, '/api/customers/interaction-flows', {
      customerId: customer.id,
      flowType: 'onboarding_process',
      currentStage: '<b>limbo</b>',
      interactions: [{ type: '<i>call</i>', description: '<script>alert(1)</script>', timestamp: now }],
    });
    const first = page.getByRole('list', { name: 'Interaction flows' }).getByRole('listitem').first();
    await first.getByRole('link', { name }).waitFor();
    for (const text of ['<b>limbo</b>', '<i>call</i>', '<script>alert(1)</script>']) await first.getByText(text).first().waitFor();
    await first.getByText('0%').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await first.getByRole('link', { name }).click();
    await page.getByText('Auto-refresh on').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
