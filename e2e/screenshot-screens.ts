import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from 'playwright-core';
import { z } from 'zod';
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

const tab =
  (name: string, ready: string): Show =>
  async (page) => {
    await page.goto(`/people?tab=${name}`);
    await page.getByText(ready).first().waitFor();
  };

/** An answer of GraphQL, as whoever is signed in there. */
async function ask(request: APIRequestContext, query: string, variables: object = {}) {
  const answer: { data: Record<string, Record<string, unknown>> } = await (
    await request.post('/graphql', { data: { query, variables } })
  ).json();
  return answer.data;
}

/** The screens of admins. */
export const ADMIN_SCREENS: Readonly<Record<string, Show>> = {
  people: tab('people', 'Helen Brandt'),
  roles: tab('roles', 'Second factor'),
  invitation: async (page) => {
    await tab('invitations', 'Invite')(page);
    await page.getByRole('button', { name: 'Invite' }).first().click();
    await page.getByRole('dialog').waitFor();
  },
  assignment: async (page) => {
    const { people } = await ask(page.request, '{ people(first: 10) { nodes { user { id username } } } }');
    const ids = z
      .array(z.object({ user: z.object({ id: z.string(), username: z.string() }) }))
      .parse(people?.nodes)
      .flatMap(({ user }) => (['marcus', 'priya'].includes(user.username) ? [user.id] : []));
    const input = { name: 'Ohio', appliesTo: ['imported_lead', 'call'], method: 'round_robin', phonePrefixes: ['+1614'], peopleIds: ids };
    await ask(page.request, 'mutation ($input: AssignmentRuleInput!) { createAssignmentRule(input: $input) { __typename } }', { input });
    await tab('assignment', 'Ohio')(page);
  },
  settings: async (page) => {
    await page.goto('/settings');
    await page.getByLabel('Company name').waitFor();
  },
  audit: async (page) => {
    await page.goto('/audit');
    await page.getByRole('listitem').first().waitFor();
  },
};

/** Who shows the board of each role. */
const BOARDS = { rep: 'marcus', coach: 'helen', analyst: 'priya' } as const;
const PASSWORD = 'correct horse battery';

/** Lets roles decide what people see, and gives three of them their role and a password. Call it as the admin. */
export async function prepareRoles(request: APIRequestContext): Promise<void> {
  const { people } = await ask(request, '{ people(first: 10) { nodes { user { id username } } } }');
  const accounts = z.array(z.object({ user: z.object({ id: z.string(), username: z.string() }) })).parse(people?.nodes);
  await ask(request, 'mutation { changeWorkspaceSettings(input: { recordScope: by_role }) { __typename } }');
  for (const [role, username] of Object.entries(BOARDS)) {
    const id = accounts.find(({ user }) => user.username === username)?.user.id;
    const CHANGE = 'mutation ($id: ID!, $role: RoleKey!) { changePerson(id: $id, input: { role: $role }) { __typename } }';
    await ask(request, CHANGE, { id, role });
    const LINK = 'mutation ($id: ID!) { createPasswordResetLink(userId: $id) { ... on PasswordResetLink { path } } }';
    const { createPasswordResetLink } = await ask(request, LINK, { id });
    const token = String(createPasswordResetLink?.path).split('/').at(-1);
    const RESET = 'mutation ($token: String!, $password: String!) { resetPassword(token: $token, password: $password) { __typename } }';
    await ask(request, RESET, { token, password: PASSWORD });
  }
}

/** The board as each role sees it. */
export const ROLE_BOARDS: Readonly<Record<string, Show>> = Object.fromEntries(
  Object.entries(BOARDS).map(([role, username]) => [
    `pipeline-as-${role}`,
    async (page) => {
      await page.request.post('/api/auth/login', { data: { username, password: PASSWORD } });
      await page.goto('/pipeline');
      await page.locator('[data-lead]').first().waitFor();
    },
  ]),
);

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
