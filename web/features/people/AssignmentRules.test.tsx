import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { People } from './People.tsx';

const user = (id: string, displayName: string) => ({
  __typename: 'User',
  id,
  displayName,
  username: displayName.toLowerCase(),
  team: null,
});
const grace = user('u2', 'Grace');
const linus = user('u3', 'Linus');

const rule = (id: string, name: string, fields: object = {}) => ({
  ...{ __typename: 'AssignmentRule', id, name, isActive: true, appliesTo: ['imported_lead'], sources: [], phonePrefixes: [] },
  ...{ method: 'round_robin', people: [grace], teams: [], lastAssigned: null },
  ...fields,
});

/** The tab over a fake server that records what it is told. */
function openTab(permissions = ['people.configure', 'workspace.configure']) {
  const sent: unknown[] = [];
  const told = (name: string, args: object) => sent.push([name, JSON.parse(JSON.stringify(args))]);
  let rules = [
    rule('r1', 'West coast', { sources: ['referral'], phonePrefixes: ['+1614'], lastAssigned: grace }),
    rule('r2', 'Rest', {
      isActive: false,
      method: 'least_open_leads',
      people: [],
      teams: [{ __typename: 'Team', id: 't1', name: 'North' }],
    }),
  ];
  const client = fakeServer({
    assignmentRules: () => rules,
    assignees: () => [grace, linus],
    teams: () => [{ id: 't1', name: 'North', parentId: null, people: 2 }],
    assignmentPreview: (args: object) => {
      told('preview', args);
      return {
        __typename: 'AssignmentPreview',
        owner: grace,
        ruleId: 'r1',
        reason: 'Round robin of rule “West coast”, skipped Linus (absent)',
      };
    },
    createAssignmentRule: (args: object) => {
      told('create', args);
      rules = [...rules, rule('r3', 'New')];
      return rules.at(-1);
    },
    updateAssignmentRule: (args: object) => {
      told('update', args);
      return rules[0];
    },
    deleteAssignmentRule: (args: object) => {
      told('delete', args);
      return rules.shift();
    },
    reorderAssignmentRules: (args: { ids: string[] }) => {
      told('reorder', args);
      rules = rules.toReversed();
      return { __typename: 'AssignmentOrder', rules };
    },
  });
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace} permissions={permissions}>
      <People />
    </SignedInAs>,
    { client, at: '/people?tab=assignment' },
  );
  return { user: userEvent.setup(), sent };
}

const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it('lists the rules in their order, and moves and deletes them', async () => {
  const { user, sent } = openTab();
  const first = within(await screen.findByRole('listitem', { name: 'West coast' }));
  expect(first.getByText('Imported leads · from Referral · phone +1614')).toBeTruthy();
  expect(first.getByText('Round robin: Grace')).toBeTruthy();
  expect(screen.getByText('Fewest open leads: team North')).toBeTruthy();
  expect(within(screen.getByRole('listitem', { name: 'Rest' })).getByText('Off')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Move West coast up' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Move West coast down' }));
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['1. Rest', '2. West coast']));
  await user.click(screen.getByRole('button', { name: 'Delete Rest' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Rest' })).toBeNull());
  expect(sent).toEqual([
    ['reorder', { ids: ['r2', 'r1'] }],
    ['delete', { id: 'r2' }],
  ]);
});

it('adds a rule, after a prefix without a country was refused', async () => {
  const { user, sent } = openTab();
  await user.click(await screen.findByRole('button', { name: 'Add Rule' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Ohio');
  await user.type(dialog.getByRole('textbox', { name: 'Phone numbers that begin with' }), '614');
  await user.click(dialog.getByRole('combobox', { name: 'People' }));
  await user.click(await screen.findByRole('option', { name: 'Linus' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByRole('alert').textContent).toContain('A prefix is + and the country code');
  await user.clear(dialog.getByRole('textbox', { name: 'Phone numbers that begin with' }));
  await user.type(dialog.getByRole('textbox', { name: 'Phone numbers that begin with' }), '+1 614, +49');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByRole('listitem', { name: 'New' });
  const input = {
    ...{ name: 'Ohio', isActive: true, appliesTo: ['imported_lead'], sources: [], phonePrefixes: ['+1614', '+49'] },
    ...{ method: 'round_robin', peopleIds: ['u3'], teamIds: [] },
  };
  expect(sent).toEqual([['create', { input }]]);
});

it('changes a rule and keeps what was not touched', async () => {
  const { user, sent } = openTab();
  await user.click(await screen.findByRole('button', { name: 'Edit West coast' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('switch', { name: 'This rule is on' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const input = {
    ...{ name: 'West coast', isActive: false, appliesTo: ['imported_lead'], sources: ['referral'], phonePrefixes: ['+1614'] },
    ...{ method: 'round_robin', peopleIds: ['u2'], teamIds: [] },
  };
  await waitFor(() => expect(sent).toEqual([['update', { id: 'r1', input }]]));
});

it('tells who would get a row', async () => {
  const { user, sent } = openTab();
  await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '+1 614 555 0100');
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('Grace: Round robin of rule “West coast”, skipped Linus (absent)')).toBeTruthy();
  expect(sent).toEqual([['preview', { appliesTo: 'imported_lead', source: 'website', phone: '+1 614 555 0100' }]]);
});

it('is for those who may configure the workspace', () => {
  openTab(['people.configure']);
  expect(screen.queryByRole('tab', { name: 'Assignment' })).toBeNull();
});
