import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aLead, columnText, findBoard, openBoard } from '../pipeline.fixtures.tsx';

it('a lead is closed as lost with a reason, leaves the board and is reopened from the list', async () => {
  const board = openBoard([aLead('a', 'quoted'), aLead('b', 'quoted')]);
  await findBoard();
  await userEvent.click(screen.getByRole('button', { name: /Lead a/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close as lost' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close as lost' }));
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Close as lost' });
  expect(submit.disabled).toBe(true);
  await userEvent.click(dialog.getByRole('combobox', { name: /Reason/ }));
  await userEvent.click(screen.getByRole('option', { name: 'Chose a competitor' }));
  await userEvent.type(dialog.getByLabelText('Competitor (optional)'), 'Acme');
  await userEvent.click(submit);
  await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Lead closed as lost.' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await board.emitLost('a');
  await waitFor(() => expect(columnText('quoted')).toBe('1 · $100 · Lead b'));

  await userEvent.click(screen.getByRole('button', { name: 'Lost' }));
  const list = within(await screen.findByRole('dialog', { name: 'Lost leads' }));
  await userEvent.click(await list.findByRole('button', { name: 'Reopen Lead a' }));
  await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Lead reopened in Quoted.' }));
  await list.findByText('No lost leads');
  await userEvent.click(list.getByRole('button', { name: 'Close' }));
  await board.emitReopened('a');
  await waitFor(() => expect(columnText('quoted')).toBe('2 · $200 · Lead a, Lead b'));
});

it('a lost lead that is opened says why it was lost, and cannot be moved', async () => {
  const lost = { lostAt: '2026-01-06T09:00:00.000Z', lostReason: 'competitor', lostCompetitor: 'Acme', lostNote: 'Half the price' };
  openBoard([{ ...aLead('a', 'quoted'), ...lost }], {}, '/pipeline?lead=a');
  const section = within(await screen.findByRole('region', { name: 'Lost' }));
  section.getByText('Lost: Chose a competitor');
  section.getByText(/To Acme/);
  section.getByText('Half the price');
  expect(screen.queryByRole('combobox', { name: /Stage/ })).toBeNull();
  await userEvent.click(section.getByRole('button', { name: 'Reopen' }));
  await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Lead reopened in Quoted.' }));
});
