import type { AccessNoun } from '#contract/access.ts';
import type { Owners } from '#contract/owners.ts';
import { createLoaders } from '../loaders.ts';
import type { Context } from '../request-context.ts';
import type { Reader } from '../viewer.ts';
import { type Access, listed, NO_ROWS, type RowScope } from './access.ts';

/**
 * Somebody who looks at their own rows, or those of their team, of what they may read of these nouns. It is an access with fewer rows,
 * so lists, counts, streams and what is shared follow as they do for a smaller scope. Nobody's rows are everyone's alone.
 */
export function narrowed<Some extends Reader>(reader: Some, owners: Owners | null | undefined, nouns: readonly AccessNoun[]): Some {
  if (!owners || owners === 'EVERYONE') return reader;
  const own: ReadonlySet<string> = new Set([reader.id]);
  return { ...reader, access: accessOf(reader.access, () => (owners === 'MINE' ? own : reader.access.team), nouns) };
}

/** What a resolver may see when somebody looks at their own rows or those of their team. */
export function narrowedContext(context: Context, owners: Owners | null | undefined, nouns: readonly AccessNoun[]): Context {
  const viewer = context.viewer && narrowed(context.viewer, owners, nouns);
  if (!viewer || viewer === context.viewer) return context;
  return {
    ...context,
    viewer,
    loaders: createLoaders(context.services, viewer),
    subscribeFrom: (subscription) => context.subscribeFrom({ ...subscription, access: viewer.access }),
  };
}

/** The people are read with each use: who is in a team may change while a subscription is open. */
function accessOf(access: Access, people: () => ReadonlySet<string>, nouns: readonly AccessNoun[]): Access {
  const known = new WeakMap<RowScope, { readonly of: ReadonlySet<string>; readonly scope: RowScope }>();
  const common = (scope: RowScope): RowScope => {
    const of = people();
    const before = known.get(scope);
    if (before?.of === of) return before.scope;
    const after: RowScope =
      scope.kind === 'none'
        ? NO_ROWS
        : { kind: 'owners', owners: scope.kind === 'all' ? of : new Set([...of].filter((id) => scope.owners.has(id))) };
    known.set(scope, { of, scope: after });
    return after;
  };
  return {
    get key() {
      return `${access.key} ${nouns.join()} ${listed(people())}`;
    },
    get team() {
      return access.team;
    },
    rows: (noun, action) => (nouns.includes(noun) ? common(access.rows(noun, action)) : access.rows(noun, action)),
  };
}
