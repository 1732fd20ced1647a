import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { ACCESS_NOUNS, ACTIONS_OF, DEFAULT_ROLES, type Permissions, type RoleKey } from '#contract/access.ts';
import { Customers } from '#web/features/customers/Customers.tsx';
import { EmailTemplates } from '#web/features/email-templates/EmailTemplates.tsx';
import { InteractionFlows } from '#web/features/interaction-flows/InteractionFlows.tsx';
import { Orders } from '#web/features/orders/Orders.tsx';
import { EditLeadDialog } from '#web/features/pipeline/lead/EditLeadDialog.tsx';
import { Pipeline } from '#web/features/pipeline/Pipeline.tsx';
import { AiTraining } from '#web/features/training/AiTraining.tsx';
import { Transcriptions } from '#web/features/transcriptions/Transcriptions.tsx';
import { SignedInAs } from '#web/session/session.tsx';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';

/** As the session lists them: `lead.export`. */
function permissionsOf(role: RoleKey): readonly string[] {
  const granted: Permissions = DEFAULT_ROLES[role].permissions;
  return ACCESS_NOUNS.flatMap((noun) => ACTIONS_OF[noun].filter((action) => granted[noun]?.[action]).map((action) => `${noun}.${action}`));
}

const signedIn = (role: RoleKey, ui: ReactNode, root: Record<string, unknown> = {}) =>
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace} permissions={permissionsOf(role)}>
      {ui}
    </SignedInAs>,
    { client: fakeServer(root) },
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
