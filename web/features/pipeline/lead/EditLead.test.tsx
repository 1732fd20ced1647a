import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { aLead, boardIsOpen, openBoard } from '../board-for-tests.tsx';

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Edit Lead' }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function openLead(answers: Record<string, unknown> = {}) {
  openBoard([aLead('a', 'quoted')], answers);
  await boardIsOpen();
  await userEvent.click(screen.getByRole('button', { name: /Lead a/ }));
  return dialog();
}

it('asks again for a lead that did not come', async () => {
  const lead = vi.fn((): unknown => {
    throw new Error('The database is away');
  });
  const inside = await openLead({ lead });
  await inside.findByText('The database is away');
  lead.mockImplementation(() => aLead('a', 'quoted'));
  await userEvent.click(inside.getByRole('button', { name: 'Try again' }));
  expect((await inside.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Lead a');
});

it('can be left while the lead is on its way', async () => {
  const inside = await openLead({ lead: () => new Promise(() => undefined) });
  inside.getByRole('status', { name: 'Loading the lead' });
  await userEvent.click(inside.getByRole('button', { name: 'Cancel' }));
  await isClosed();
});

it('says that a lead was removed in the meantime, and can be closed', async () => {
  const inside = await openLead({ lead: () => null });
  await inside.findByText('This lead is gone');
  await userEvent.click(inside.getByRole('button', { name: 'Close' }));
  await isClosed();
});

it.each([
  ['wide', 'all', Node.DOCUMENT_POSITION_PRECEDING],
  ['small', 'not all', Node.DOCUMENT_POSITION_FOLLOWING],
])('has its stage where one sees it at once in a %s window', async (_window, answer, place) => {
  const asked = window.matchMedia.bind(window);
  vi.stubGlobal('matchMedia', (query: string) => asked(query.includes('min-width') ? answer : query));
  onTestFinished(() => void vi.unstubAllGlobals());
  const inside = await openLead();
  const stage = await inside.findByRole('combobox', { name: /Stage/ });
  expect(stage.compareDocumentPosition(inside.getByRole('textbox', { name: 'Name' }))).toBe(place);
});
