import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { item, openScreen, proposal, toast, unanswered } from '../training.fixtures.tsx';

const row = (name: string) => within(screen.getByRole('listitem', { name }));

describe('unanswered questions', () => {
  it('have their tab, with an empty state', async () => {
    const { user } = openScreen([item({ id: 'a' })]);
    await user.click(await screen.findByRole('tab', { name: 'Unanswered questions' }));
    expect(await screen.findByText('No unanswered questions')).toBeTruthy();
    expect(screen.getByTestId('address').textContent).toBe('/ai-training?tab=unanswered');
    await user.click(screen.getByRole('tab', { name: 'Training data' }));
    expect(await screen.findByText('Item a')).toBeTruthy();
    expect(screen.getByTestId('address').textContent).toBe('/ai-training');
  });

  it('are listed with count, wordings and messages, and open the form with the question and its wordings', async () => {
    const wordings = ['Are there vouchers?', 'Vouchers?', 'Any vouchers?', 'Gift cards?', 'Got vouchers?'];
    const { user, sent } = openScreen([], {
      unansweredQuestions: [unanswered('Do you sell vouchers?', 6, wordings), unanswered('Where is your museum?', 1)],
      tab: 'unanswered',
    });
    await screen.findByText('Do you sell vouchers?');
    const vouchers = row('Do you sell vouchers?');
    expect(vouchers.getByText('Asked 6 times')).toBeTruthy();
    expect(vouchers.getByText(/^Also asked as:/).textContent).toBe(
      'Also asked as: “Are there vouchers?”, “Vouchers?”, “Any vouchers?” and 2 more',
    );
    expect(vouchers.getByText('Hello, Do you sell vouchers? Jo')).toBeTruthy();
    expect(row('Where is your museum?').getByText('Asked once')).toBeTruthy();

    await user.click(vouchers.getByRole('button', { name: 'Write the answer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Write the answer' }));
    expect(dialog.getByLabelText('Title')).toHaveProperty('value', 'Do you sell vouchers?');
    expect(dialog.getByLabelText('Also asked as')).toHaveProperty('value', wordings.join('\n'));
    await user.type(dialog.getByLabelText('Content'), 'Yes, from 20 dollars.');
    await user.click(dialog.getByRole('button', { name: 'Add Training Data' }));
    await waitFor(() => expect(toast()).toBe('Training data added successfully'));
    const input = { title: 'Do you sell vouchers?', content: 'Yes, from 20 dollars.', category: 'knowledge', source: 'manual', tags: [] };
    expect(sent).toEqual([['add', { input: { ...input, alsoAskedAs: wordings } }]]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are dismissed with an undo', async () => {
    const { user, sent } = openScreen([], {
      unansweredQuestions: [unanswered('Do you sell vouchers?', 6), unanswered('Where is your museum?', 1)],
      tab: 'unanswered',
    });
    await screen.findByText('Do you sell vouchers?');
    await user.click(row('Do you sell vouchers?').getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText('Do you sell vouchers?')).toBeNull());
    expect(toast()).toBe('Question dismissed until it is asked again');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Dismiss'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Do you sell vouchers?')).toBeTruthy();
    expect(sent).toEqual([
      ['dismiss', { id: 'Do you sell vouchers?' }],
      ['restore question', { id: 'Do you sell vouchers?' }],
    ]);
  });

  it('stay where they could not be dismissed', async () => {
    const { user } = openScreen([], { unansweredQuestions: [unanswered('Vouchers?', 1)], tab: 'unanswered', isBroken: true });
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(toast()).toBe('Failed to dismiss the question'));
    expect(screen.getByText('Vouchers?')).toBeTruthy();
  });

  it('that are too long for a title are kept whole as a phrasing', async () => {
    const question = `Do you sell ${'very '.repeat(45)}old machines?`;
    const { user } = openScreen([], { unansweredQuestions: [unanswered(question, 1)], tab: 'unanswered' });
    await user.click(await screen.findByRole('button', { name: 'Write the answer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Write the answer' }));
    expect(dialog.getByLabelText('Title')).toHaveProperty('value', `${question.slice(0, 199)}…`);
    expect(dialog.getByLabelText('Also asked as')).toHaveProperty('value', question);
  });
});

describe('suggested phrasings', () => {
  it('are accepted or declined, and leave the list', async () => {
    const { user, sent } = openScreen([], {
      phrasingProposals: [proposal('p1', 'Can I send it back?', 3), proposal('p2', 'What about returns?', 1)],
      tab: 'proposals',
    });
    await screen.findByText('Can I send it back?');
    expect(row('Can I send it back?').getByText(/Answered from/).textContent).toBe('Answered from “Item a”, used 3 times');
    await user.click(row('Can I send it back?').getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(screen.queryByText('Can I send it back?')).toBeNull());
    expect(toast()).toBe('Phrasing added');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Accept'));
    await user.click(row('What about returns?').getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('No suggested phrasings')).toBeTruthy();
    expect(sent).toEqual([
      ['accept', { id: 'p1' }],
      ['decline', { id: 'p2' }],
    ]);
  });

  it('stay where the decision could not be saved', async () => {
    const { user } = openScreen([], { phrasingProposals: [proposal('p1', 'Can I send it back?', 3)], tab: 'proposals', isBroken: true });
    await user.click(await screen.findByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(toast()).toBe('Failed to add the phrasing'));
    expect(screen.getByText('Can I send it back?')).toBeTruthy();
  });
});
