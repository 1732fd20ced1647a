import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { scheduleTranscript } from '#server/cli/call-player.ts';

const MESSAGE = `Hello, we are 35 people in a new office and looking at your Heron.
What would it cost per month, and how much is installation? We would like to start before 1 December.

Thanks, Erin`;

/** The steps before a screenshot. */
export type Show = (page: Page) => Promise<void>;

const CALL = { path: '/api/coaching/real-time', id: 'call_pictured', turns: 6 } as const;

/** Starts a live call with the first turns of a transcript. The next screenshot continues it. */
async function talk(page: Page): Promise<void> {
  const transcript = await readFile(new URL('../docs/calls/too-expensive.txt', import.meta.url), 'utf8');
  const spoken = scheduleTranscript(transcript).filter(({ isComplete }) => isComplete);
  await page.request.post(`${CALL.path}/start`, { data: { callId: CALL.id } });
  for (const { at, segment } of spoken.slice(0, CALL.turns)) {
    await page.request.put(`${CALL.path}/${CALL.id}/update`, { data: { segments: [segment], duration: Math.floor(at / 1_000) } });
  }
}

/** The customer of the newest sales flow. */
async function newestSale(page: Page): Promise<string> {
  const query = '{ interactionFlows(flowType: sales_pipeline, first: 1) { nodes { customer { id } } } }';
  const answer = await page.request.post('/graphql', { data: { query } });
  return (await answer.json()).data.interactionFlows.nodes[0].customer.id;
}

/** Screens with data, and the steps before each screenshot. */
export const SCREENS: Readonly<Record<string, Show>> = {
  pipeline: async (page) => {
    await page.goto('/pipeline');
    await page.locator('[data-lead]').first().waitFor();
  },
  'response-center': async (page) => {
    await page.goto('/');
    await page.getByLabel('Customer Request/Question').fill(MESSAGE);
    await page.getByRole('button', { name: 'Generate AI Response' }).click();
    await page.getByRole('button', { name: 'Copy Response' }).waitFor();
    await page.getByText('Red Barn Credit Union').first().waitFor();
  },
  call: async (page) => {
    await page.goto('/transcriptions?search=Tessellate');
    await page.getByRole('button', { name: 'View Full' }).first().click();
    await page.getByRole('dialog').getByText('Key moments').waitFor();
  },
  'unanswered-questions': async (page) => {
    await page.goto('/ai-training?tab=unanswered');
    await page.getByRole('button', { name: 'Dismiss' }).first().waitFor();
  },
  coaching: async (page) => {
    await page.goto('/coaching');
    await page.getByText('Overall score').first().waitFor();
  },
  'live-call': async (page) => {
    await talk(page);
    await page.goto('/coaching?tab=real-time');
    await page.getByText('LIVE', { exact: true }).waitFor();
    await page.getByText('of the talking in the last minute').first().waitFor();
  },
  'interaction-flows': async (page) => {
    await page.goto(`/interaction-flows?${new URLSearchParams({ customer: await newestSale(page), type: 'sales_pipeline' })}`);
    await page.locator('[data-state="current"]').waitFor();
  },
  analytics: async (page) => {
    await page.goto('/analytics');
    await page.getByRole('article', { name: 'Total Leads' }).waitFor();
    await page.locator('.recharts-surface').first().waitFor();
  },
};

/** The main lists, a text that shows they have loaded, and that of their empty state. */
export const LISTS = {
  customers: { path: '/customers', filled: 'Added', empty: 'No customers found' },
  transcriptions: { path: '/transcriptions', filled: 'View Full', empty: 'No transcriptions found' },
  'email-templates': { path: '/email-templates', filled: 'Used', empty: 'No email templates found' },
  'ai-training': { path: '/ai-training', filled: 'Used', empty: 'No training data found' },
  orders: { path: '/orders', filled: 'Full order data available', empty: 'No orders found' },
} as const;

/** Opens a list and waits for its text. */
export const list =
  (path: string, ready: string): Show =>
  async (page) => {
    await page.goto(path);
    await page.getByText(ready).first().waitFor();
  };
