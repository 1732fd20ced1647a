import { type ApolloCache, isReference, type Reference } from '@apollo/client';
import { fromCents, toCents } from '#contract/cents.ts';
import { LEAD_STAGES, type LeadStage } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import type { BoardLeadFragment } from '#web/gql/graphql.ts';

/** A lead as the server answers a mutation: where it stands, when that was decided, and everything its card shows. */
const BoardLead = graphql(`
  fragment BoardLead on Lead {
    id
    stage
    value
    updatedAt
    ...LeadCard_lead @unmask
    ...LeadMetrics_lead @unmask
  }
`);

const LeadPlace = graphql(`
  fragment LeadPlace on Lead {
    id
    name
    stage
    value
    updatedAt
  }
`);

/** A list of the board as the cache stores it: page after page of edges. */
type StoredList = { edges?: readonly { node?: Reference }[] };
type Placed = { id: string; stage: LeadStage };

const leadRef = (id: string): Reference => ({ __ref: `Lead:${id}` });
const placeOf = (cache: ApolloCache, id: string) => cache.readFragment({ fragment: LeadPlace, from: leadRef(id) });

const edgeTo = (node: Reference) => ({ __typename: 'LeadEdge', cursor: '', node });
/** What a lead is called, for words outside its card. */
export const nameOf = (cache: ApolloCache, id: string): string =>
  cache.readFragment({ fragment: LeadPlace, from: leadRef(id) }, true)?.name ?? 'This lead';

const holds = (list: StoredList, lead: Reference) => list.edges?.some(({ node }) => node?.__ref === lead.__ref) ?? false;

function reordered(list: StoredList, lead: Reference, belongs: boolean): StoredList {
  const there = belongs ? list.edges?.[0]?.node?.__ref === lead.__ref : !holds(list, lead);
  if (there) return list;
  const others = (list.edges ?? []).filter(({ node }) => node?.__ref !== lead.__ref);
  return { ...list, edges: belongs ? [edgeTo(lead), ...others] : others };
}

function changeLeads(cache: ApolloCache, stage: LeadStage, change: (list: StoredList) => StoredList): void {
  const leads = (list: StoredList | Reference) => (isReference(list) ? list : change(list));
  cache.modify<{ leads: StoredList }>({ id: cache.identify({ __typename: 'PipelineColumn', stage }), fields: { leads } });
}

/** Puts a card on top of its column, wherever it stood there, and takes it out of every other one. */
export function moveCard(cache: ApolloCache, { id, stage }: Placed): void {
  for (const each of LEAD_STAGES) {
    changeLeads(cache, each, (list) => reordered(list, leadRef(id), each === stage));
  }
}

/** Writes down what the server says of a lead, unless it has told something newer meanwhile: its last word stands. */
function mergeIfNewer(cache: ApolloCache, lead: BoardLeadFragment): boolean {
  const known = placeOf(cache, lead.id);
  if (known && Date.parse(known.updatedAt) > Date.parse(lead.updatedAt)) return false;
  cache.writeFragment({ fragment: BoardLead, fragmentName: 'BoardLead', from: leadRef(lead.id), data: lead });
  return true;
}

/** Adds a further page of cards below those of a column, each once; answers how many were new to it. */
export function appendPage(cache: ApolloCache, stage: LeadStage, page: readonly BoardLeadFragment[]): number {
  const current = page.filter((lead) => lead.stage === stage && mergeIfNewer(cache, lead)).map(({ id }) => leadRef(id));
  let added = 0;
  changeLeads(cache, stage, (list) => {
    const known = new Set(list.edges?.map(({ node }) => node?.__ref));
    const fresh = current.filter(({ __ref }) => !known.has(__ref));
    added = fresh.length;
    return { ...list, edges: [...(list.edges ?? []), ...fresh.map(edgeTo)] };
  });
  return added;
}

/** Counts a card into a column, or with -1 out of it, and its value with it. */
function count(cache: ApolloCache, stage: LeadStage, by: 1 | -1, value: string | null): void {
  const add = by === 1 ? plus : minus;
  cache.modify({
    id: cache.identify({ __typename: 'PipelineColumn', stage }),
    fields: { count: (n: number) => Math.max(0, n + by), value: (sum: string) => add(sum, value) },
  });
}

/** Shows a move before the server agreed to it; run it in an optimistic layer, which is thrown away afterwards. */
export function applyOptimisticMove(cache: ApolloCache, { id, stage }: Placed, at: string): void {
  const lead = placeOf(cache, id);
  if (!lead || lead.stage === stage) return;
  cache.modify({ id: cache.identify(leadRef(id)), fields: { stage: () => stage, stageChangedAt: () => at } });
  moveCard(cache, { id, stage });
  count(cache, lead.stage, -1, lead.value);
  count(cache, stage, 1, lead.value);
}

/** Takes over the answer to our own mutation, and counts what it changed where the server has not told so itself by now. */
export function applyServerLead(cache: ApolloCache, answer: BoardLeadFragment): void {
  const before = placeOf(cache, answer.id);
  if (!mergeIfNewer(cache, answer) || (before?.stage === answer.stage && before.value === answer.value)) return;
  if (before) count(cache, before.stage, -1, before.value);
  count(cache, answer.stage, 1, answer.value);
  if (before?.stage !== answer.stage) moveCard(cache, answer);
}

type BoardChange = { kind: 'created' | 'moved' | 'updated' | 'imported'; cursor: string; lead: Placed | null };

/** Follows the server's changes, in its order. The fields of leads and the totals of columns are normalised already; what is left is who stands where. */
export function applyChanges(cache: ApolloCache, changes: readonly BoardChange[]): void {
  for (const { kind, lead } of changes) {
    if (lead && kind !== 'updated') moveCard(cache, lead);
  }
  const last = changes.at(-1);
  if (last) cache.modify({ id: cache.identify({ __typename: 'Pipeline' }), fields: { cursor: () => last.cursor } });
}

/** An absent amount counts as nothing. */
export const plus = (sum: string, amount: string | null | undefined): string => fromCents(toCents(sum) + toCents(amount ?? '0'));

export const minus = (sum: string, amount: string | null | undefined): string => fromCents(toCents(sum) - toCents(amount ?? '0'));
