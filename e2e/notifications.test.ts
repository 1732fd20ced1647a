import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openBrowser } from './browser.ts';

const { enter } = openBrowser();
const Lead = z.object({ id: z.string() });

it('shows a notification when a colleague wins a lead, and links to the lead', async () => {
  const seller = await enter({ username: `seller ${randomUUID().slice(0, 4)}` });
  const { page, context } = await enter({ username: `reader ${randomUUID().slice(0, 4)}` });
  const other = await context.newPage();
  await other.goto('/customers');
  const name = `Jo ${randomUUID().slice(0, 4)}`;
  const { request } = seller.context;
  const lead = Lead.parse(await (await request.post('/api/leads', { data: { name, company: 'Orchard House', value: '7530' } })).json());
  expect((await request.put(`/api/leads/${lead.id}/stage`, { data: { stage: 'won' } })).ok()).toBe(true);

  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const news = panel.getByRole('link', { name: new RegExp(`won ${name}`) });
  await news.getByText('Orchard House · $7,530.00').waitFor();
  await news.getByRole('img', { name: 'Unread' }).waitFor();
  await news.click();
  await page.getByRole('dialog', { name: 'Edit Lead' }).waitFor();
  expect(new URL(page.url()).searchParams.get('lead')).toBe(lead.id);

  await other.getByRole('button', { name: /^Notifications/ }).click();
  const elsewhere = other.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: new RegExp(`won ${name}`) });
  await elsewhere.waitFor();
  await elsewhere.getByRole('img', { name: 'Unread' }).waitFor({ state: 'detached' });
});
