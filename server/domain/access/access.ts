import {
  ACCESS_NOUN_LABELS,
  ACCESS_NOUNS,
  ACTIONS_OF,
  type AccessAction,
  type AccessNoun,
  type AccessScope,
  OWNED_NOUNS,
  type OwnedNoun,
} from '#contract/access.ts';
import { Forbidden, NotFound } from '../failures.ts';

/** Whose rows: everybody’s and nobody’s, none, or those that belong to these people. */
export type RowScope = (
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'owners'; readonly owners: ReadonlySet<string> }
) & {
  /** Whether a row of this owner is in the scope, for a scope that keeps what it is asked; see `observed`. */
  readonly decide?: (ownerId: string | null) => boolean;
};

export const ALL_ROWS: RowScope = { kind: 'all' };
export const NO_ROWS: RowScope = { kind: 'none' };

/** What a person may do. It follows changes of their role, their team and the settings while they are signed in. */
export interface Access {
  /** The same for people who may read the same rows, so that they may share results; it changes with what may be read. */
  readonly key: string;
  /** The person and those of their team and the teams below it; nobody else where they have no team. */
  readonly team: ReadonlySet<string>;
  /** Whether it is that of an API token with chosen permissions; false where absent. */
  readonly limited?: boolean;
  /** The rows of a noun with which the person may do this. */
  rows(noun: AccessNoun, action?: AccessAction): RowScope;
}

/** The server’s own access: background jobs, imports of other systems, and the command line. */
export const SERVER_ACCESS: Access = { key: 'all', team: new Set(), rows: () => ALL_ROWS };

/** That of somebody who is not signed in. */
export const NO_ACCESS: Access = { key: 'none', team: new Set(), rows: () => NO_ROWS };

/** What somebody may read as it is now. What is kept or shared under their key must not follow a later change of their role or team. */
export function accessNow(access: Access): Access {
  const scopes = new Map(ACCESS_NOUNS.map((noun) => [noun, access.rows(noun)]));
  const rows: Access['rows'] = (noun, action = 'read') => (action === 'read' ? (scopes.get(noun) ?? NO_ROWS) : access.rows(noun, action));
  return { ...access, rows };
}

const lists = new WeakMap<ReadonlySet<string>, string>();

/** The ids of people as one text, the same for the same people. */
export function idsOf(people: ReadonlySet<string>): string {
  const known = lists.get(people) ?? [...people].sort().join();
  lists.set(people, known);
  return known;
}

/** The rows that are in both scopes. */
export function narrower(one: RowScope, other: RowScope): RowScope {
  if (one.kind === 'all' || other.kind === 'none') return other;
  if (other.kind === 'all' || one.kind === 'none') return one;
  return { kind: 'owners', owners: new Set([...one.owners].filter((owner) => other.owners.has(owner))) };
}

/** The owners of a scope as a parameter of hand-written SQL: `($1::text[] is null or owner_id = any($1))`. Null for everybody’s and nobody’s. */
export const ownersOf = (scope: RowScope): readonly string[] | null =>
  scope.kind === 'all' ? null : scope.kind === 'none' ? [] : [...scope.owners];

/** Everything that somebody may do, with some rows at least: `lead.export`. */
export const permissionsOf = (access: Access): readonly string[] =>
  ACCESS_NOUNS.flatMap((noun) =>
    ACTIONS_OF[noun].filter((action) => access.rows(noun, action).kind !== 'none').map((action) => `${noun}.${action}`),
  );

/** Whose rows somebody may read. */
export type ReadScope = { readonly noun: OwnedNoun; readonly scope: AccessScope };

/** Whose rows somebody may read, as it is now: a team of nobody else is `own`. Without the nouns that they may not read at all. */
export const readScopesOf = (access: Access, personId: string): readonly ReadScope[] =>
  OWNED_NOUNS.flatMap((noun): ReadScope[] => {
    const rows = access.rows(noun);
    if (rows.kind === 'none') return [];
    if (rows.kind === 'all') return [{ noun, scope: 'all' }];
    return [{ noun, scope: [...rows.owners].some((owner) => owner !== personId) ? 'team' : 'own' }];
  });

/** The rows that a reader may see, of those that were read. */
export const inScope = <Row>(rows: readonly Row[], scope: RowScope, ownerOf: (row: Row) => string | null): Row[] =>
  rows.filter((row) => isInScope(scope, ownerOf(row)));

/** Whether a row of this owner is in a scope; a row that is nobody’s is in that of all alone. */
export const isInScope = (scope: RowScope, ownerId: string | null): boolean =>
  scope.decide?.(ownerId) ?? (scope.kind === 'all' || (scope.kind === 'owners' && ownerId !== null && scope.owners.has(ownerId)));

/** The same for the same rows. */
export const scopeKey = (scope: RowScope): string => (scope.kind === 'owners' ? idsOf(scope.owners) : scope.kind);

/** Whether a row is in a scope, as its owner’s or as that of the person it is shared with. */
export const isInScopeOfEither = (scope: RowScope, ownerId: string, sharedWithId: string | null): boolean =>
  isInScope(scope, ownerId) || isInScope(scope, sharedWithId);

const DONE: Readonly<Record<AccessAction, string>> = {
  read: 'read',
  change: 'change',
  delete: 'delete',
  export: 'export',
  import: 'import',
  configure: 'configure',
};

function refusal({ limited = false }: Access, noun: AccessNoun, action: AccessAction, some = ''): Forbidden {
  const what = `${DONE[action]} ${some}${ACCESS_NOUN_LABELS[noun].toLowerCase()}`;
  return new Forbidden(limited ? `This API token does not let you ${what}.` : `Your role does not let you ${what}. Ask an admin.`);
}

/** Throws `Forbidden` where somebody may not do this with any row of a noun. */
export function requirePermission({ access }: { readonly access: Access }, noun: AccessNoun, action: AccessAction): void {
  if (access.rows(noun, action).kind === 'none') throw refusal(access, noun, action);
}

/**
 * Throws where somebody may not do this with a row of this owner: `NotFound` where they may not read it either, as if there were
 * none; otherwise `Forbidden`. `kind` and `id` are those of the row.
 */
export function requireRow(
  { access }: { readonly access: Access },
  noun: AccessNoun,
  action: AccessAction,
  row: { readonly kind: string; readonly id: string; readonly ownerId: string | null },
): void {
  if (!isInScope(access.rows(noun), row.ownerId)) throw new NotFound(row.kind, row.id);
  const scope = access.rows(noun, action);
  if (!isInScope(scope, row.ownerId)) throw refusal(access, noun, action, scope.kind === 'none' ? '' : 'these ');
}
