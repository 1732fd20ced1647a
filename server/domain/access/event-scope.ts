import type { AccessNoun } from '#contract/access.ts';
import { EVENT_TYPES, type EventType, type SequencedEvent } from '../domain-events.ts';
import { type Access, isInScope } from './access.ts';

/** What the events of each subject are about; a subject that is missing here has no noun, and everybody may see its events. */
const NOUNS: Readonly<Record<string, AccessNoun>> = {
  lead: 'lead',
  customer: 'customer',
  transcription: 'transcription',
  live_call: 'liveCall',
  flow: 'interactionFlow',
  reply: 'aiResponse',
  order: 'order',
  // A template personalized for a customer.
  email: 'customer',
  training_item: 'trainingItem',
  unanswered_question: 'trainingItem',
  email_template: 'emailTemplate',
  coaching_rule: 'coachingRule',
  sync: 'integration',
  account: 'people',
  team: 'people',
  role: 'people',
  invitation: 'people',
  export: 'people',
  workspace: 'workspace',
};

/** Events that name no row, but say that rows changed or how many: for those who may read some of them. */
const SUMMARY_NOUNS: Readonly<Record<string, AccessNoun>> = {
  leads: 'lead',
  customers: 'customer',
  orders: 'order',
  trainingItems: 'trainingItem',
};

/** Whether an event may change what somebody may do. */
export const changesAccess = (kind: EventType): boolean => ACCESS_CHANGES.has(kind);
const ACCESS_CHANGES: ReadonlySet<EventType> = new Set<EventType>([
  'account.registered',
  'account.role_changed',
  'account.team_changed',
  'team.changed',
  'role.changed',
  'workspace.changed',
]);

const subjectOf = (kind: EventType) => kind.slice(0, kind.indexOf('.'));

/** The noun of the row that an event tells of; null where it tells of none, or where permissions decide nothing. */
export const nounOfEvent = (kind: EventType): AccessNoun | null => NOUNS[subjectOf(kind)] ?? null;

const summaryNounOf = (kind: EventType): AccessNoun | null => SUMMARY_NOUNS[subjectOf(kind)] ?? null;

const kindsBy = (nounOf: (kind: EventType) => AccessNoun | null): ReadonlyMap<AccessNoun, readonly EventType[]> =>
  new Map([...Map.groupBy(EVENT_TYPES, nounOf)].flatMap(([noun, kinds]) => (noun === null ? [] : [[noun, kinds]])));

/** The kinds of events about a row of each noun, and of those about several that they do not name. */
export const EVENT_KINDS_BY_NOUN = kindsBy(nounOfEvent);
export const SUMMARY_KINDS_BY_NOUN = kindsBy(summaryNounOf);

/** Who owned the subject of an event before it, where the event changed that. */
const ownerBefore = ({ data }: SequencedEvent): string | null => (typeof data.ownerBefore === 'string' ? data.ownerBefore : null);

/** Whether a row entered or left somebody’s scope with an event; null where it did neither. */
export function passageOf(event: SequencedEvent, access: Access): 'entered' | 'left' | null {
  const noun = nounOfEvent(event.kind);
  if (noun === null || event.data.ownerBefore === undefined) return null;
  const scope = access.rows(noun);
  const [before, after] = [isInScope(scope, ownerBefore(event)), isInScope(scope, event.ownerId)];
  return before === after ? null : after ? 'entered' : 'left';
}

/**
 * Whether somebody may be told of an event: of every change of a row that is in their scope, and of the one by which it leaves. The
 * same rule as the condition on stored events, which leaves out the last.
 */
export function maySeeEvent(event: SequencedEvent, access: Access): boolean {
  const noun = nounOfEvent(event.kind);
  if (noun === null) {
    const summary = summaryNounOf(event.kind);
    return summary === null || access.rows(summary).kind !== 'none';
  }
  const scope = access.rows(noun);
  return isInScope(scope, event.ownerId) || isInScope(scope, ownerBefore(event));
}
