import type { AccessNoun } from '#contract/access.ts';
import { EVENT_TYPES, type EventType, type SequencedEvent } from '../domain-events.ts';
import type { Reader } from '../viewer.ts';
import { type Access, isInScope, ownersOf, type RowScope } from './access.ts';

/** What the events of each subject are about; a subject that is missing here has no noun, and everybody may see its events. */
const NOUNS: Readonly<Record<string, AccessNoun>> = {
  lead: 'lead',
  customer: 'customer',
  transcription: 'transcription',
  live_call: 'liveCall',
  flow: 'interactionFlow',
  reply: 'aiResponse',
  order: 'order',
  task: 'task',
  coaching: 'coaching',
  coaching_insight: 'coaching',
  training_item: 'trainingItem',
  email_template: 'emailTemplate',
  coaching_rule: 'coachingRule',
  sync: 'integration',
  // It quotes the question of a reply, whoever wrote that.
  unanswered_question: 'aiResponse',
  // A template personalized for a customer.
  email: 'customer',
  account: 'people',
  team: 'people',
  role: 'people',
  invitation: 'people',
  export: 'people',
  workspace: 'workspace',
};

/** Events of a batch of rows that they do not name, whoever’s these are: for those who may read some of them. */
const BATCH_NOUNS: Readonly<Record<string, AccessNoun>> = {
  orders: 'order',
  customers: 'customer',
  leads: 'lead',
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

const batchNounOf = (kind: EventType): AccessNoun | null => BATCH_NOUNS[subjectOf(kind)] ?? null;

const kindsBy = (nounOf: (kind: EventType) => AccessNoun | null): ReadonlyMap<AccessNoun, readonly EventType[]> =>
  new Map([...Map.groupBy(EVENT_TYPES, nounOf)].flatMap(([noun, kinds]) => (noun === null ? [] : [[noun, kinds]])));

/** The kinds of events about a row of each noun, and of those that say how many rows changed. */
export const EVENT_KINDS_BY_NOUN = kindsBy(nounOfEvent);
export const BATCH_KINDS_BY_NOUN = kindsBy(batchNounOf);

const personIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Whose the subject of an event is after it: its owner’s, and that of the person it is shared with. */
const isReadAfter = ({ ownerId, data }: SequencedEvent, scope: RowScope): boolean =>
  isInScope(scope, ownerId) || isInScope(scope, personIn(data.sharedWith));

/** The same before it; what the event did not change is as after it. */
const isReadBefore = ({ ownerId, data }: SequencedEvent, scope: RowScope): boolean =>
  isInScope(scope, data.ownerBefore === undefined ? ownerId : personIn(data.ownerBefore)) ||
  isInScope(scope, personIn(data.sharedBefore === undefined ? data.sharedWith : data.sharedBefore));

/** Whether a row entered or left somebody’s scope with an event; null where it did neither. */
export function passageOf(event: SequencedEvent, access: Access): 'entered' | 'left' | null {
  const noun = nounOfEvent(event.kind);
  if (noun === null) return null;
  const scope = access.rows(noun);
  const [before, after] = [isReadBefore(event, scope), isReadAfter(event, scope)];
  return before === after ? null : after ? 'entered' : 'left';
}

/**
 * Whether somebody may be told of an event: of every change of a row that is in their scope, and of the one by which it leaves. The
 * same rule as the condition on stored events, which knows the owner alone and leaves out the last.
 */
export function maySeeEvent(event: SequencedEvent, access: Access): boolean {
  const noun = nounOfEvent(event.kind);
  if (noun === null) {
    const batch = batchNounOf(event.kind);
    return batch === null || access.rows(batch).kind !== 'none';
  }
  const scope = access.rows(noun);
  const { ownerBefore, sharedBefore } = event.data;
  return isReadAfter(event, scope) || ((ownerBefore ?? sharedBefore) !== undefined && isReadBefore(event, scope));
}

/**
 * Whether somebody may read an event itself. Lists are told of a batch of rows so that they load anew; the event says how many rows it
 * had, which is for whoever did it and for those who may read all of them.
 */
export function mayReadEvent(event: SequencedEvent, { id, access }: Pick<Reader, 'id' | 'access'>): boolean {
  const noun = batchNounOf(event.kind);
  return maySeeEvent(event, access) && (noun === null || access.rows(noun).kind === 'all' || event.actorId === id);
}

/** The same as long as somebody may see the same events of these kinds. The key of `Access` leaves out coaching, of which nothing is shared. */
export function eventScopeKey(access: Access, kinds: readonly EventType[]): string {
  if (!kinds.some((kind) => nounOfEvent(kind) === 'coaching')) return access.key;
  return `${access.key} ${ownersOf(access.rows('coaching'))?.toSorted().join() ?? 'all'}`;
}
