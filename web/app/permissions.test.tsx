import { ApolloLink } from '@apollo/client';
import { MockSubscriptionLink } from '@apollo/client/testing';
import { act, screen, within } from '@testing-library/react';
import { OperationTypeNode } from 'graphql';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { type AccessScope, ROLE_KEYS, type RoleKey } from '#contract/access.ts';
import { Coaching } from '#web/features/coaching/Coaching.tsx';
import { insight } from '#web/features/coaching/coaching.fixtures.tsx';
import { Customers } from '#web/features/customers/Customers.tsx';
import { aCustomer } from '#web/features/customers/customers.fixtures.tsx';
import { EmailTemplates } from '#web/features/email-templates/EmailTemplates.tsx';
import { aTemplate } from '#web/features/email-templates/email-templates.fixtures.tsx';
import { InteractionFlows } from '#web/features/interaction-flows/InteractionFlows.tsx';
import { Orders } from '#web/features/orders/Orders.tsx';
import { EditLeadDialog } from '#web/features/pipeline/lead/EditLeadDialog.tsx';
import { Pipeline } from '#web/features/pipeline/Pipeline.tsx';
import { ResponseCenter } from '#web/features/response-center/ResponseCenter.tsx';
import { AiTraining } from '#web/features/training/AiTraining.tsx';
import { item } from '#web/features/training/training.fixtures.tsx';
import { Transcriptions } from '#web/features/transcriptions/Transcriptions.tsx';
import { aCall } from '#web/features/transcriptions/transcriptions.fixtures.tsx';
import { SignedInAs } from '#web/session/session.tsx';
import { clientOver, renderAt, schemaLink } from '#web/testing/render.tsx';
import { maya, permissionsOf, workspace } from '#web/testing/users.ts';
import { Screens } from './routes.tsx';
import { Navigation } from './shell/Navigation.tsx';

/** A server whose streams stay silent. */
const quiet = (root: Record<string, unknown>) =>
  clientOver(
    ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, new MockSubscriptionLink(), schemaLink(root)),
  );

const signedIn = (role: RoleKey, ui: ReactNode, root: Record<string, unknown> = {}, at = '/') =>
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace} permissions={permissionsOf(role)}>
      {ui}
    </SignedInAs>,
    { client: quiet(root), at },
  );

/** The buttons beside the title that change, import or export. */
const BUTTONS = /^(Add|Create|Generate|Import|Export|Sync)/;
const EVERYTHING = {
  pipeline: ['Import', 'Export', 'Add Lead'],
  customers: ['Import', 'Export', 'Add Customer'],
  calls: ['Export', 'Add Transcription'],
  orders: ['Export', 'Sync with Shopify'],
  templates: ['Export', 'Generate with AI', 'Create Template'],
  training: ['Export', 'Import', 'Import CallRail', 'Add Training Data'],
  flows: ['Export', 'Create Sample Flows'],
} as const;
const SCREENS = {
  pipeline: Pipeline,
  customers: Customers,
  calls: Transcriptions,
  orders: Orders,
  templates: EmailTemplates,
  training: AiTraining,
  flows: InteractionFlows,
} as const;
type ScreenName = keyof typeof SCREENS;
const isScreen = (name: string): name is ScreenName => name in SCREENS;
const NAMES = Object.keys(SCREENS).filter(isScreen);
const only = (...kept: readonly string[]) => NAMES.map((name) => EVERYTHING[name].filter((label) => kept.includes(label)));

it.each([
  ['rep', NAMES.map((name) => [...EVERYTHING[name]])],
  ['coach', [[], [], ['Export', 'Add Transcription'], [], [...EVERYTHING.templates], ['Export', 'Import', 'Add Training Data'], []]],
  ['analyst', only('Export')],
  ['read_only', only()],
] as const)('what a %s may not do is not offered', async (role, expected) => {
  const offered = [];
  for (const name of NAMES) {
    const Screen = SCREENS[name];
    const { unmount } = signedIn(role, <Screen />);
    await act(async () => undefined);
    const labels = screen.queryAllByRole('button').map((button) => button.textContent ?? '');
    offered.push(labels.filter((label) => BUTTONS.test(label) && !/First/.test(label)));
    unmount();
  }
  expect(offered).toEqual(expected);
});

const lead = {
  __typename: 'Lead',
  ...{
    id: 'l1',
    name: 'Jo March',
    company: null,
    email: null,
    phone: null,
    value: '10.00',
    source: 'website',
    notes: null,
    stage: 'leads',
  },
  ...{ owner: null, updatedAt: '2026-03-10T12:00:00.000Z', metrics: null },
};

it('a lead can be read by whoever may not change it', async () => {
  signedIn('read_only', <EditLeadDialog id="l1" onClose={() => undefined} />, { lead: () => lead });
  expect(await screen.findByRole('heading', { name: 'Lead' })).toBeTruthy();
  expect(screen.getByLabelText('Name').closest('fieldset')?.disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Stage' })).toBeNull();
});

it('a link to a lead that one may not read says so in one sentence', async () => {
  signedIn('rep', <EditLeadDialog id="l2" onClose={() => undefined} />, { lead: () => null });
  expect(await screen.findByText(/may have been deleted, you may not see it, or the link is incomplete/)).toBeTruthy();
});

const AT = '2026-03-10T12:00:00.000Z';
const page = (...nodes: readonly object[]) => ({
  eventCursor: '1',
  totalCount: nodes.length,
  nodes,
  pageInfo: { hasNextPage: false, endCursor: null },
});
const turns = [{ index: 0, speaker: 'rep', name: null, text: 'Hello.', start: null }];
const calls = { transcriptions: page(aCall('a')), transcription: aCall('a', { turns }) };
const trainingItem = { __typename: 'TrainingItem', ...item({ id: 'a' }), source: 'manual', usageCount: 3, createdAt: AT, updatedAt: AT };
const coachingInsight = {
  __typename: 'CoachingInsight',
  ...insight({ id: 'a' }),
  actionItem: null,
  createdAt: AT,
  evidence: [],
  person: maya,
};
const coaching = {
  coachedPeople: [],
  coachingInsights: page(coachingInsight),
  coachingSessions: page(),
  coachingProgress: { sessions: 0, active: 0, implemented: 0, percentage: 0, scores: [] },
  liveCalls: page(),
};

/** Buttons, by the permission that each needs, of a screen with one row; `row` is a text that everybody sees once it is loaded. */
const OFFERS = [
  { Screen: ResponseCenter, at: '/', root: {}, row: 'Customer Request Analysis', buttons: { 'Generate AI Response': 'aiResponse.change' } },
  { Screen: Customers, at: '/', root: { customers: page(aCustomer('Jo')) }, row: 'Jo', buttons: { 'Edit Jo': 'customer.change' } },
  { Screen: Transcriptions, at: '/', root: calls, row: 'Call a', buttons: { 'Generate Response': 'aiResponse.change' } },
  {
    Screen: Transcriptions,
    at: '/transcriptions?call=a',
    root: calls,
    row: 'Hello.',
    buttons: { 'Generate Response': 'aiResponse.change', 'Re-analyze': 'transcription.change', 'Swap speakers': 'transcription.change' },
  },
  {
    Screen: EmailTemplates,
    at: '/',
    root: { emailTemplates: page(aTemplate('a')), emailTemplateCounts: [], customers: page() },
    row: 'Template a',
    buttons: { Personalize: 'customer.read', Edit: 'emailTemplate.change', Delete: 'emailTemplate.delete' },
  },
  {
    Screen: AiTraining,
    at: '/',
    root: { trainingItems: page(trainingItem), trainingCategories: [] },
    row: 'Item a',
    buttons: { Edit: 'trainingItem.change', Delete: 'trainingItem.delete' },
  },
  {
    Screen: Coaching,
    at: '/coaching?tab=insights',
    root: coaching,
    row: 'AI Coaching',
    buttons: { 'New Analysis': 'coaching.change', 'Mark Complete': 'coaching.change' },
  },
  {
    Screen: Coaching,
    at: '/coaching?tab=real-time',
    root: coaching,
    row: 'No live calls',
    buttons: { 'Start Call': 'liveCall.change', 'Coaching rules': 'coachingRule.read' },
  },
] as const;

describe.each(OFFERS)('$row at $at', ({ Screen, at, root, row, buttons }) => {
  it.each(ROLE_KEYS)('offers a %s what they may do', async (role) => {
    signedIn(role, <Screen />, root, at);
    await screen.findByText(row);
    const mayDo = Object.entries(buttons).filter(([, permission]) => permissionsOf(role).includes(permission));
    for (const [name] of mayDo) expect(await screen.findByRole('button', { name })).toBeTruthy();
    const others = Object.keys(buttons).filter((name) => !mayDo.some(([offered]) => offered === name));
    expect(others.filter((name) => screen.queryByRole('button', { name }))).toEqual([]);
  });
});

it('whoever may not generate replies is told so', () => {
  signedIn('analyst', <ResponseCenter />);
  expect(screen.getByText('Your role does not let you generate replies.')).toBeTruthy();
  expect(screen.queryByLabelText('Customer Request/Question')).toBeNull();
});

it.each([
  ['coach', ['Overview', 'Real-Time', 'Insights', 'Sessions']],
  ['analyst', ['Real-Time']],
] as const)('a %s has the tabs of coaching that they may read', async (role, tabs) => {
  signedIn(role, <Coaching />, coaching, '/coaching?tab=sessions');
  await act(async () => undefined);
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(tabs);
});

describe('a screen whose rows one may not read', () => {
  const permissions = permissionsOf('rep').filter((permission) => !permission.startsWith('lead.'));
  const open = (at: string) =>
    renderAt(
      <SignedInAs viewer={maya} workspace={workspace} permissions={permissions}>
        <Navigation />
        <Screens />
      </SignedInAs>,
      { client: quiet({}), at },
    );

  it('is not in the navigation', () => {
    open('/customers');
    expect(screen.getByRole('link', { name: 'Customers' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Pipeline' })).toBeNull();
  });

  it.each(['/pipeline', '/people', '/settings', '/audit'])('says so in one sentence at %s', async (at) => {
    open(at);
    expect(await screen.findByText('Your role does not let you see this screen')).toBeTruthy();
  });
});

describe('the choice of whose rows are shown', () => {
  const offered = (scope: AccessScope, hasTeammates: boolean, at = '/customers') => {
    const readScopes = [{ __typename: 'ReadScope' as const, noun: 'customer' as const, scope }];
    renderAt(
      <SignedInAs viewer={maya} workspace={workspace} readScopes={readScopes} hasTeammates={hasTeammates}>
        <Customers />
      </SignedInAs>,
      { client: quiet({}), at },
    );
    const group = screen.queryByRole('group', { name: 'Whose rows' });
    const buttons = group ? within(group).getAllByRole('button') : [];
    return buttons.map((button) => `${button.textContent}${button.getAttribute('aria-pressed') === 'true' ? ' (chosen)' : ''}`);
  };

  it.each([
    ['all', true, ['Mine', 'My team', 'Everyone (chosen)']],
    ['all', false, ['Mine', 'Everyone (chosen)']],
    ['team', true, ['Mine', 'My team (chosen)']],
    ['own', true, []],
  ] as const)('with the scope %s, and with teammates: %s', (scope, hasTeammates, expected) => {
    expect(offered(scope, hasTeammates)).toEqual(expected);
  });

  it('does not follow a link to a choice that one does not have', () => {
    expect(offered('all', false, '/customers?owners=team')).toEqual(['Mine', 'Everyone (chosen)']);
  });
});
