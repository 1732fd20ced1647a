import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { maya } from '#web/testing/users.ts';
import { ada, aLead, columnText, findBoard, openBoard } from './pipeline.fixtures.tsx';

const byMaya = { id: maya.id, displayName: maya.displayName };
const byAda = { id: ada.id, displayName: ada.displayName };
const leads = () => [aLead('a', 'leads', { owner: byMaya }), aLead('b', 'leads', { owner: byAda }), aLead('c', 'leads')];
const choose = (name: string) => userEvent.click(within(screen.getByRole('group', { name: 'Whose rows' })).getByRole('button', { name }));

it('shows on each card whose lead it is', async () => {
  openBoard(leads());
  const board = await findBoard();
  expect(within(board).getByRole('img', { name: 'Owner Maya Chen' }).textContent).toBe('MC');
  expect(within(board).getByTitle('Owner: Ada Byron').textContent).toBe('AB');
  expect(within(board).getAllByRole('img', { name: /^Owner/ })).toHaveLength(2);
});

it('narrows the board to one’s own leads, in the URL and for the next visit', async () => {
  openBoard(leads());
  await findBoard();
  expect(columnText('leads')).toMatch(/^3 · \$300/);
  await choose('Mine');
  await waitFor(() => expect(columnText('leads')).toBe('1 · $100 · Lead a'));
  expect(localStorage.getItem(`callboard.owners.${maya.id}`)).toBe('MINE');
  expect(screen.getByTestId('address').textContent).toBe('/pipeline?owners=mine');
});

it('begins with what was chosen last', async () => {
  localStorage.setItem(`callboard.owners.${maya.id}`, 'MINE');
  openBoard(leads());
  await findBoard();
  expect(columnText('leads')).toBe('1 · $100 · Lead a');
});

it('takes a lead off the board when it is given to somebody else', async () => {
  const board = openBoard(leads(), {}, '/pipeline?owners=mine');
  await findBoard();
  await board.emitGiven('a', byAda);
  await waitFor(() => expect(columnText('leads')).toBe('0 · $0 · '));
});
