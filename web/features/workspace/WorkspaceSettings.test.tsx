import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, session, workspace } from '#web/testing/users.ts';
import { WorkspaceSettings } from './WorkspaceSettings.tsx';

const DEFAULTS = {
  ...{ companyName: 'Your Company', accentColor: null, currency: 'USD', timeZone: null, weekStart: 'monday', locale: null },
  ...{ eventRetentionDays: 400, securityRetentionDays: 400, recordScope: 'everyone' },
  ...{ registration: 'closed', registrationDomains: ['company.com'] },
};

function open(permissions: readonly string[] = ['workspace.configure']) {
  const sent: unknown[] = [];
  const settings = {
    __typename: 'WorkspaceSettings',
    ...{ values: { ...DEFAULTS, companyName: 'Northwind' }, defaults: DEFAULTS, set: ['companyName'], logoUrl: null },
  };
  const client = fakeServer({
    session,
    workspace,
    workspaceSettings: settings,
    changeWorkspaceSettings: ({ input }: { input: object }) => {
      sent.push({ ...input });
      return settings;
    },
  });
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace} permissions={permissions}>
      <WorkspaceSettings />
    </SignedInAs>,
    { client, at: '/settings' },
  );
  return { sent, user: userEvent.setup() };
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

describe('the workspace settings', () => {
  it('show what is set, and defaults as placeholders', async () => {
    open();
    expect((await field('Company name')).value).toBe('Northwind');
    expect((await field('Currency')).value).toBe('');
    expect((await field('Currency')).placeholder).toBe('USD');
    expect((await field('Time zone')).placeholder).toBe('that of each browser');
  });

  it('are saved together; an empty field goes back to its default', async () => {
    const { sent, user } = open();
    await user.clear(await field('Company name'));
    await user.type(await field('Accent color'), '#0f766e');
    await user.type(await field('Days to keep events'), '90');
    await user.type(await field('Email domains that may register'), 'a.example, b.example');
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(sent).toMatchObject([{ companyName: null, accentColor: '#0f766e', eventRetentionDays: 90, currency: null, weekStart: null }]);
    expect(sent).toMatchObject([{ registration: null, registrationDomains: ['a.example', 'b.example'] }]);
  });

  it('refuse a color on which text is hard to read, before anything is sent', async () => {
    const { sent, user } = open();
    await user.type(await field('Accent color'), '#ffe066');
    await user.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText(/its contrast is 1.3:1, and 4.5:1 is needed/)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('take a PNG as the logo, and none that is too large', async () => {
    const { sent, user } = open();
    const input = await screen.findByLabelText('Logo file');
    await user.upload(input, new File([new Uint8Array(200_001)], 'big.png', { type: 'image/png' }));
    expect(await screen.findByText('The logo can have at most 200 kB')).toBeTruthy();
    await user.upload(input, new File([new Uint8Array([1, 2, 3])], 'logo.png', { type: 'image/png' }));
    await expect.poll(() => sent).toEqual([{ logo: 'AQID' }]);
  });
});
