import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { COACHING_RULE_KEYS, type CoachingRuleKey, coachingRule } from '#contract/coaching-rule.ts';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { Toaster } from '#web/ui/toasts/Toaster.tsx';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { CoachingRules } from './CoachingRules.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

type Setting = { enabled: boolean; threshold: number | null };
type Change = { key: CoachingRuleKey; input: Partial<Setting> };
type Tried = { key: CoachingRuleKey; threshold?: number | null };

/** Opens the dialog on a fake server whose rules others can change. */
async function openRules({ trial = { calls: 200, fired: 14, callsFired: 9 }, refuses = false } = {}) {
  const sent: Array<Change | Tried> = [];
  const set = new Map<CoachingRuleKey, Setting>();
  const row = (key: CoachingRuleKey) => {
    const { kind, label, looksAt, source, threshold: bounds } = coachingRule(key);
    const { enabled = true, threshold = null } = set.get(key) ?? {};
    const now = { enabled, threshold: bounds && (threshold ?? bounds.standard) };
    return { __typename: 'CoachingRule', id: key, key, kind, label, looksAt, source, bounds, ...now };
  };
  const change = (key: CoachingRuleKey, input: Partial<Setting>) =>
    set.set(key, { enabled: true, threshold: null, ...set.get(key), ...input });
  const root = {
    coachingRules: () => ({ eventCursor: '1', rules: COACHING_RULE_KEYS.map(row) }),
    coachingRuleTrial: ({ key, threshold }: Tried) => {
      sent.push({ key, threshold });
      return { __typename: 'CoachingRuleTrial', ...trial };
    },
    changeCoachingRule: ({ key, input }: Change) => {
      sent.push({ key, input: { ...input } });
      if (refuses) return { __typename: 'Invalid', message: 'Not today.', issues: [] };
      change(key, input);
      return row(key);
    },
  };
  let emitUpdate: (key: CoachingRuleKey) => Promise<void> = async () => undefined;
  const socket = new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => {
        emitUpdate = async (key) => {
          const rootValue = { coachingRulesChanged: { cursor: '2', kind: 'updated', id: key, coachingRule: row(key) } };
          const payload = await execute({ schema, document: query, variableValues: variables, rootValue });
          act(() => observer.next(payload));
        };
      }),
  );
  const answers = new SchemaLink({ schema, rootValue: root });
  const client = clientOver(ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, socket, answers));
  renderAt(
    <>
      <CoachingRules />
      <Toaster />
    </>,
    { client },
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Coaching rules' }));
  await screen.findByRole('dialog', { name: 'Coaching rules' });
  await screen.findByRole('listitem', { name: 'Talk share' });
  const other = async (key: CoachingRuleKey, input: Partial<Setting>) => {
    change(key, input);
    await emitUpdate(key);
  };
  return { user, sent, other };
}

const rule = (name: string) => within(screen.getByRole('listitem', { name }));
const field = (name: string) => rule(name).getByRole<HTMLInputElement>('textbox');

describe('the coaching rules', () => {
  it('are listed in order with kind, source and settings', async () => {
    await openRules();
    const labels = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(labels).toEqual(COACHING_RULE_KEYS.map((key) => coachingRule(key).label));
    rule('Talk share').getByText('Urgent');
    rule('Talk share').getByText('Source: Gong, 25,537 calls: best 43:57, win rate falls above 65%');
    expect(rule('Talk share').getByRole<HTMLInputElement>('switch', { name: 'Talk share' }).checked).toBe(true);
    expect(rule('Talk share').getByRole<HTMLInputElement>('textbox', { name: 'Talk share: fires above' }).value).toBe('65');
    expect(rule('Few questions').getByRole<HTMLInputElement>('textbox', { name: 'Few questions: fires below' }).value).toBe('11');
    rule('Price').getByText('Card');
    expect(rule('Price').queryByRole('textbox')).toBeNull();
  });

  it('are switched off one by one', async () => {
    const { user, sent } = await openRules();
    await user.click(screen.getByRole('switch', { name: 'Pace' }));
    await waitFor(() => expect(sent).toEqual([{ key: 'pace', input: { enabled: false } }]));
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Pace' }).checked).toBe(false);
  });

  it('are reverted with a toast when saving fails', async () => {
    const { user } = await openRules({ refuses: true });
    await user.click(screen.getByRole('switch', { name: 'Pace' }));
    await waitFor(() => expect(currentToast()).toMatchObject({ tone: 'error', description: 'Not today.' }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Pace', hidden: true }).checked).toBe(true));
  });

  it('update when somebody else changes them', async () => {
    const { other } = await openRules();
    await other('silence', { enabled: false, threshold: 25 });
    await waitFor(() => expect(field('Silence').value).toBe('25'));
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Silence' }).checked).toBe(false);
  });
});

describe('a threshold', () => {
  it('is saved with Enter, and reset to its default without losing the focus', async () => {
    const { user, sent } = await openRules();
    await user.clear(field('Talk share'));
    await user.type(field('Talk share'), '70{Enter}');
    await waitFor(() => expect(sent).toEqual([{ key: 'talk_share', input: { threshold: 70 } }]));
    await user.click(await rule('Talk share').findByRole('button', { name: 'Reset to 65: Talk share' }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ key: 'talk_share', input: { threshold: null } }));
    await waitFor(() => expect(field('Talk share').value).toBe('65'));
    expect(rule('Talk share').queryByRole('button', { name: /^Reset/ })).toBeNull();
    expect(document.activeElement).toBe(field('Talk share'));
  });

  it('is saved on blur, not when it is tested', async () => {
    const { user, sent } = await openRules();
    await user.clear(field('Filler words'));
    await user.type(field('Filler words'), '4,5');
    await user.click(rule('Filler words').getByRole('button', { name: 'Test on past calls: Filler words' }));
    await screen.findByText('Would have fired 14 times in the last 200 calls, in 9 of them');
    expect(sent).toEqual([{ key: 'fillers', threshold: 4.5 }]);
    await user.click(field('Pace'));
    await waitFor(() => expect(sent.at(-1)).toEqual({ key: 'fillers', input: { threshold: 4.5 } }));
    screen.getByText('Would have fired 14 times in the last 200 calls, in 9 of them');
  });

  it.each(['39', '65.5', 'many', ' '])('"%s" is rejected at the field', async (words) => {
    const { user, sent } = await openRules();
    await user.clear(field('Talk share'));
    await user.type(field('Talk share'), `${words}{Enter}`);
    expect(rule('Talk share').getByRole('alert').textContent).toBe('Choose a whole number from 40 to 95 %.');
    const trial = rule('Talk share').getByRole('button', { name: 'Test on past calls: Talk share' });
    expect(trial.getAttribute('aria-disabled')).toBe('true');
    await user.click(trial);
    expect(sent).toEqual([]);
  });

  it('is reverted by Escape, which then closes the dialog', async () => {
    const { user, sent } = await openRules();
    await user.type(field('Talk share'), '0{Escape}');
    expect(field('Talk share').value).toBe('65');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
  });
});

describe('a test on past calls', () => {
  it.each([
    [{ calls: 0, fired: 0, callsFired: 0 }, 'No calls to test on yet'],
    [{ calls: 1, fired: 1, callsFired: 1 }, 'Would have fired 1 time in the last call'],
    [{ calls: 12, fired: 0, callsFired: 0 }, 'Would not have fired in the last 12 calls'],
  ])('with %j shows: %s', async (trial, result) => {
    const { user, sent } = await openRules({ trial });
    await user.click(rule('Price').getByRole('button', { name: 'Test on past calls: Price' }));
    await screen.findByText(result);
    expect(sent).toEqual([{ key: 'price', threshold: null }]);
  });

  it('is shown only while the field has the tested threshold', async () => {
    const { user } = await openRules();
    await user.click(rule('Pace').getByRole('button', { name: 'Test on past calls: Pace' }));
    await screen.findByText(/^Would have fired/);
    await user.clear(field('Pace'));
    await user.type(field('Pace'), '170');
    expect(screen.queryByText(/^Would have fired/)).toBeNull();
  });
});
