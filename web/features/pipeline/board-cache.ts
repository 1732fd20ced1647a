import { type ApolloCache, isReference, type Reference } from '@apollo/client';
import { LEAD_STAGES, type LeadStage } from '#contract/lead.ts';
import { fromCents, toCents } from '#contract/money.ts';
import { graphql } from '#web/gql/gql.ts';
import type { BoardLeadFragment } from '#web/gql/graphql.ts';

/** A lead in the response of a mutation: its stage, its version and everything its card and tooltip show. */
const BoardLead = graphql(`
  fragment BoardLead on Lead {
    id
    stage
    value
    updatedAt
    lostAt
    ...LeadCard_lead @unmask
    ...LeadMetrics_lead @unmask
  }
`);

const CachedLead = graphql(`
  fragment CachedLead on Lead {
    id
    name
    stage
    value
    updatedAt
  }
`);

/** A list of the board as the cache stores it: page after page of edges. */
type StoredList = { edges?: readonly { node?: Reference }[] };
type LeadInStage = { id: string; stage: LeadStage };

const leadRef = (id: string): Reference => ({ __ref: `Lead:${id}` });
const readLead = (cache: ApolloCache, id: string) => cache.readFragment({ fragment: CachedLead, from: leadRef(id) });

const toEdge = (node: Reference) => ({ __typename: 'LeadEdge', cursor: '', node });
/** A lead's name, for text outside its card. */
export const leadName = (cache: ApolloCache, id: string): string =>
  cache.readFragment({ fragment: CachedLead, from: leadRef(id) }, true)?.name ?? 'This lead';

const contains = (list: StoredList, lead: Reference) => list.edges?.some(({ node }) => node?.__ref === lead.__ref) ?? false;

function withLeadMoved(list: StoredList, lead: Reference, belongs: boolean): StoredList {
  const isUnchanged = belongs ? list.edges?.[0]?.node?.__ref === lead.__ref : !contains(list, lead);
  if (isUnchanged) return list;
  const others = (list.edges ?? []).filter(({ node }) => node?.__ref !== lead.__ref);
  return { ...list, edges: belongs ? [toEdge(lead), ...others] : others };
}

function changeLeads(cache: ApolloCache, stage: LeadStage, change: (list: StoredList) => StoredList): void {
  const leads = (list: StoredList | Reference) => (isReference(list) ? list : change(list));
  cache.modify<{ leads: StoredList }>({ id: cache.identify({ __typename: 'PipelineColumn', stage }), fields: { leads } });
}

const BoardOwners = graphql(`
  fragment BoardOwners on Pipeline {
    owners
  }
`);

const isNarrowed = (cache: ApolloCache): boolean => {
  const board = cache.readFragment({ fragment: BoardOwners, from: { __typename: 'Pipeline' } });
  return board !== null && board.owners !== 'EVERYONE';
};

/** Whether its column has a card of it. */
function isOnBoard(cache: ApolloCache, { id, stage }: LeadInStage): boolean {
  let found = false;
  changeLeads(cache, stage, (list) => {
    found = contains(list, leadRef(id));
    return list;
  });
  return found;
}

/** Removes a card from the board. */
export function removeCard(cache: ApolloCache, id: string): void {
  for (const stage of LEAD_STAGES) changeLeads(cache, stage, (list) => withLeadMoved(list, leadRef(id), false));
}

/** Puts a card at the top of its column and removes it from every other one. */
export function moveCard(cache: ApolloCache, { id, stage }: LeadInStage): void {
  for (const each of LEAD_STAGES) {
    changeLeads(cache, each, (list) => withLeadMoved(list, leadRef(id), each === stage));
  }
}

/** Writes a lead from the server unless the cache has a newer version; returns whether it did. */
function mergeIfNewer(cache: ApolloCache, lead: BoardLeadFragment): boolean {
  const cached = readLead(cache, lead.id);
  if (cached && Date.parse(cached.updatedAt) > Date.parse(lead.updatedAt)) return false;
  cache.writeFragment({ fragment: BoardLead, fragmentName: 'BoardLead', from: leadRef(lead.id), data: lead });
  return true;
}

/** Appends a further page to a column without duplicates; returns how many cards were new. */
export function appendPage(cache: ApolloCache, stage: LeadStage, page: readonly BoardLeadFragment[]): number {
  const current = page.filter((lead) => lead.stage === stage && mergeIfNewer(cache, lead)).map(({ id }) => leadRef(id));
  let addedCount = 0;
  changeLeads(cache, stage, (list) => {
    const loaded = new Set(list.edges?.map(({ node }) => node?.__ref));
    const added = current.filter(({ __ref }) => !loaded.has(__ref));
    addedCount = added.length;
    return { ...list, edges: [...(list.edges ?? []), ...added.map(toEdge)] };
  });
  return addedCount;
}

/** Adds a card to the count and value of a column, or with -1 subtracts it. */
function adjustTotals(cache: ApolloCache, stage: LeadStage, by: 1 | -1, value: string | null): void {
  const change = by === 1 ? addMoney : subtractMoney;
  cache.modify({
    id: cache.identify({ __typename: 'PipelineColumn', stage }),
    fields: { count: (n: number) => Math.max(0, n + by), value: (sum: string) => change(sum, value) },
  });
}

/** Shows a move before the server has confirmed it. Run it in an optimistic cache layer and remove that layer afterwards. */
export function applyOptimisticMove(cache: ApolloCache, { id, stage }: LeadInStage, at: string): void {
  const lead = readLead(cache, id);
  if (!lead || lead.stage === stage) return;
  cache.modify({ id: cache.identify(leadRef(id)), fields: { stage: () => stage, stageChangedAt: () => at } });
  moveCard(cache, { id, stage });
  adjustTotals(cache, lead.stage, -1, lead.value);
  adjustTotals(cache, stage, 1, lead.value);
}

/** Merges the response of our own mutation, and adjusts the totals unless the change event has already done so. */
export function applyServerLead(cache: ApolloCache, lead: BoardLeadFragment): void {
  const before = readLead(cache, lead.id);
  if (lead.lostAt) return void mergeIfNewer(cache, lead);
  // Whether it is on a narrowed board is for the change event to say: it may have been given to somebody else.
  if (isNarrowed(cache) && !(before && isOnBoard(cache, before))) return void mergeIfNewer(cache, lead);
  if (!mergeIfNewer(cache, lead) || (before?.stage === lead.stage && before.value === lead.value)) return;
  if (before) adjustTotals(cache, before.stage, -1, before.value);
  adjustTotals(cache, lead.stage, 1, lead.value);
  if (before?.stage !== lead.stage) moveCard(cache, lead);
}

type BoardChange = {
  kind: 'created' | 'entered' | 'moved' | 'updated' | 'removed' | 'imported';
  cursor: string;
  id: string;
  lead: LeadInStage | null;
};

/** Applies change events in order. Apollo has already merged lead fields and column totals; what remains is the order of cards. */
export function applyChanges(cache: ApolloCache, changes: readonly BoardChange[]): void {
  for (const { kind, id, lead } of changes) {
    if (kind === 'removed' || (kind !== 'imported' && !lead)) removeCard(cache, id);
    if (lead && (kind === 'created' || kind === 'moved')) moveCard(cache, lead);
  }
  const last = changes.at(-1);
  if (last) cache.modify({ id: cache.identify({ __typename: 'Pipeline' }), fields: { cursor: () => last.cursor } });
}

/** A missing amount counts as zero. */
export const addMoney = (sum: string, amount: string | null | undefined): string => fromCents(toCents(sum) + toCents(amount ?? '0'));

export const subtractMoney = (sum: string, amount: string | null | undefined): string => fromCents(toCents(sum) - toCents(amount ?? '0'));
