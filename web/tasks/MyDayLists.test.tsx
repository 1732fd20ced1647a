import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, OperationTypeNode } from 'graphql';
import { expect, it, vi } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { MyDayLists } from './MyDayLists.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const LONG_AGO = '2026-01-05T09:00:00.000Z';

const aTask = (id: string, fields: object = {}) => ({
  __typename: 'Task',
  ...{ id, title: `Task ${id}`, dueOn: '2026-01-05', dueAt: null, lead: null, customer: null, transcription: null, order: null },
  ...fields,
});

function openMyDay(day: object, answers: object = {}) {
  const myDay = vi.fn(() => ({ __typename: 'MyDay', eventCursor: '1', ...EMPTY, ...day }));
  const silent = new ApolloLink(() => new Observable(() => undefined));
  const server = new SchemaLink({ schema, rootValue: { myDay, ...answers } });
  const client = clientOver(ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, silent, server));
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <MyDayLists />
    </SignedInAs>,
    { client },
  );
  return { myDay };
}
const EMPTY = { overdue: [], today: [], quietLeads: [], unansweredRequests: [] };

it('says that nothing is due where nothing is', async () => {
  openMyDay({});
  await screen.findByText('Nothing is due today.');
  expect(screen.queryByRole('list')).toBeNull();
});

it('lists what is overdue, with what it is about, and quiet leads and requests', async () => {
  openMyDay({
    overdue: [aTask('1', { lead: { __typename: 'Lead', id: 'l', name: 'Jo March' } })],
    quietLeads: ['a', 'b', 'c', 'd'].map((id) => ({ __typename: 'Lead', id, name: `Lead ${id}`, updatedAt: LONG_AGO })),
    unansweredRequests: [{ __typename: 'AiResponse', id: 'r', customerRequest: 'Where is my order?', createdAt: LONG_AGO }],
  });
  const overdue = within(await screen.findByRole('region', { name: 'Overdue' }));
  overdue.getByText('Overdue since Jan 5');
  expect(overdue.getByRole('link', { name: 'Jo March' }).getAttribute('href')).toBe('/pipeline?lead=l');
  const quiet = within(screen.getByRole('region', { name: 'Quiet leads' }));
  expect(quiet.getAllByRole('link')).toHaveLength(3);
  quiet.getByText('and 1 more');
  screen.getByText('Where is my order?');
  expect(screen.queryByRole('region', { name: 'Today' })).toBeNull();
});

it('completes a task, and keeps it where that failed', async () => {
  const completeTask = vi.fn((): unknown => ({ __typename: 'NotFound', message: 'Task not found', kind: 'Task', id: '1' }));
  openMyDay({ overdue: [aTask('1')] }, { completeTask });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Complete: Task 1' });
  await userEvent.click(box);
  await waitFor(() => expect(completeTask).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(box.checked).toBe(false));
  completeTask.mockImplementation(() => aTask('1', { completedAt: LONG_AGO }));
  await userEvent.click(box);
  await waitFor(() => expect(box.checked && box.disabled).toBe(true));
});

it('adds a task', async () => {
  const createTask = vi.fn((_args: object) => aTask('2'));
  openMyDay({}, { createTask });
  await userEvent.click(await screen.findByRole('button', { name: 'Add task' }));
  await userEvent.type(screen.getByLabelText('New task'), 'Call Jo');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByRole('button', { name: 'Add task' });
  expect(createTask.mock.calls[0]?.[0]).toMatchObject({ input: { title: 'Call Jo', dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) } });
});
