import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { renderAt } from '#web/testing/render.tsx';
import { maya, permissionsOf, workspace } from '#web/testing/users.ts';
import { Brand, Navigation } from './Navigation.tsx';

const signedIn = (ui: ReactNode, permissions = permissionsOf('rep')) => (
  <SignedInAs viewer={maya} workspace={workspace} permissions={permissions}>
    {ui}
  </SignedInAs>
);
const entries = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

it('has the product name and subtitle above it', () => {
  renderAt(signedIn(<Brand compact={false} />));
  screen.getByText('Sales CRM with AI');
});

it('lists the screens in the specified order', () => {
  renderAt(signedIn(<Navigation />));
  expect(entries()).toEqual([
    ['AI Response Center', '/'],
    ['Pipeline', '/pipeline'],
    ['Customers', '/customers'],
    ['Transcriptions', '/transcriptions'],
    ['Email Templates', '/email-templates'],
    ['AI Training', '/ai-training'],
    ['AI Coaching', '/coaching'],
    ['Interaction Flows', '/interaction-flows'],
    ['Shopify Orders', '/orders'],
    ['Analytics', '/analytics'],
  ]);
});

it.each(['/', '/orders'])('marks the screen at %s as current, and no other', (at) => {
  renderAt(signedIn(<Navigation />), { at });
  const marked = screen.getAllByRole('link', { current: 'page' });
  expect(marked.map((link) => link.getAttribute('href'))).toEqual([at]);
});

it('tells its drawer about the screen that is shown already, too', () => {
  const onNavigate = vi.fn();
  renderAt(signedIn(<Navigation onNavigate={onNavigate} />), { at: '/orders' });
  act(() => screen.getByRole('link', { name: 'Shopify Orders' }).click());
  expect(onNavigate).toHaveBeenCalledOnce();
});

it('keeps accessible names when only icons fit', () => {
  renderAt(signedIn(<Navigation compact />));
  screen.getByRole('link', { name: 'Interaction Flows' });
});

it('lists people, the settings and the audit for those who may open them', () => {
  renderAt(signedIn(<Navigation />, permissionsOf('admin')));
  expect(entries().slice(10)).toEqual([
    ['People', '/people'],
    ['Settings', '/settings'],
    ['Audit', '/audit'],
  ]);
});
