import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { Audit } from './Audit.tsx';

const ENTRY = {
  __typename: 'AuditEntry',
  ...{
    id: 'e1',
    at: '2026-11-20T09:30:00.000Z',
    kind: 'lead.moved',
    group: 'change',
    username: null,
    subjectType: 'lead',
    subjectId: 'l1',
  },
  ...{ address: '203.0.113.9', credentialId: 'abcdef0123456789', userAgent: null, details: '{"from":"quoted","to":"won"}', actor: maya },
};

function open(permissions: readonly string[], at = '/audit', entries: readonly object[] = [ENTRY]) {
  const asked: unknown[] = [];
  const client = fakeServer({
    auditEntries: ({ filter }: { filter: object }) => {
      asked.push(Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null)));
      return { nodes: entries, pageInfo: { hasNextPage: false, endCursor: null } };
    },
    workspaceSettings: { values: { eventRetentionDays: 90, securityRetentionDays: 400 } },
  });
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace} permissions={permissions}>
      <Audit />
    </SignedInAs>,
    { client, at },
  );
  return { asked, user: userEvent.setup() };
}

describe('the audit', () => {
  it('shows who did what, when, from where and with which session, and how long it is kept', async () => {
    open(['people.configure']);
    const row = within(await screen.findByRole('listitem'));
    expect(row.getByText('Lead moved')).toBeTruthy();
    expect(row.getByText('lead l1 · from: quoted · to: won')).toBeTruthy();
    expect(row.getByText('203.0.113.9')).toBeTruthy();
    expect(row.getByText(/session or token abcdef01/)).toBeTruthy();
    expect(screen.getByText(/^Events are kept for 90 days.*400 days/)).toBeTruthy();
  });

  it('says in a sentence how somebody signed in, or why not', async () => {
    const entry = (id: string, kind: string, details: object) => ({
      ...ENTRY,
      id,
      kind,
      group: 'sign_in',
      details: JSON.stringify(details),
    });
    open(['people.configure'], '/audit', [
      entry('1', 'session.started', { method: 'passkey' }),
      entry('2', 'session.started', {}),
      entry('3', 'sign_in.failed', {}),
      entry('4', 'sign_in.failed', { reason: 'oidc_no_group' }),
      entry('5', 'account.second_factor_changed', { change: 'app_removed' }),
    ]);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('p + div p')?.textContent)).toEqual([
      'Signed in with a passkey',
      'Signed in',
      'Sign-in failed: the username is unknown, the password wrong or the account closed',
      'Sign-in failed: in no group of the identity provider that may use Callboard',
      'Authenticator app and recovery codes removed',
    ]);
  });

  it('tells in a sentence how an assignment rule changed', async () => {
    const details = JSON.stringify({ change: 'updated', name: 'West coast', changed: ['method', 'peopleIds'] });
    open(['people.configure'], '/audit', [{ ...ENTRY, kind: 'assignment_rule.changed', details }]);
    expect(await screen.findByText('Assignment rule “West coast” updated: method, people')).toBeTruthy();
  });

  it('is filtered by what is in the URL, and by a click on a person or an address', async () => {
    const { asked, user } = open(['people.configure'], '/audit?group=export&from=2026-11-01&to=2026-11-20');
    await user.click(await screen.findByRole('button', { name: 'Only entries of Maya Chen' }));
    await user.click(await screen.findByRole('button', { name: 'Only entries from 203.0.113.9' }));
    const range = { group: 'export', from: '2026-11-01T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' };
    await screen.findByRole('listitem');
    expect(asked[0]).toEqual(range);
    expect(asked.at(-1)).toEqual({ ...range, personId: 'u1', address: '203.0.113.9' });
  });
});
