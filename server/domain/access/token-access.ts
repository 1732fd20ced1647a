import { ACCESS_NOUNS, type AccessAction, type AccessNoun, type AccessScope } from '#contract/access.ts';
import type { TokenPermission } from '#contract/api-token.ts';
import { Forbidden } from '../failures.ts';
import type { Credential } from '../viewer.ts';
import { type Access, idsOf, NO_ROWS, narrower, type RowScope } from './access.ts';

/** What a token may do at most, whatever its owner may. */
export type AccessLimits = {
  /** Null for everything of its owner. */
  readonly permissions: readonly TokenPermission[] | null;
  readonly readOnly: boolean;
};

/** The limits of a credential; null for a session, and for a token with everything of its owner. */
export const limitsOf = (credential: Credential): AccessLimits | null =>
  credential.kind === 'token' && (credential.permissions !== null || credential.scope === 'read')
    ? { permissions: credential.permissions, readOnly: credential.scope === 'read' }
    : null;

/** What may be done with a token that only reads. */
const READ_ONLY: readonly AccessAction[] = ['read', 'export'];

/**
 * What somebody may do with a token: what both they and the token may. It follows changes of theirs at once. Tokens of one person with
 * the same permissions share results.
 */
export function withLimits(access: Access, personId: string, limits: AccessLimits | null): Access {
  if (limits === null) return access;
  const { permissions, readOnly } = limits;
  const own: ReadonlySet<string> = new Set([personId]);
  const common = createIntersections();
  const scopeOf = (noun: AccessNoun, action: AccessAction): AccessScope | null => {
    if (readOnly && !READ_ONLY.includes(action)) return null;
    if (permissions === null) return 'all';
    const permission = permissions.find((each) => each.noun === noun);
    return permission?.actions.includes(action) ? permission.scope : null;
  };
  const usesTeam = permissions?.some(({ scope }) => scope === 'team') ?? false;
  const read = permissions && ACCESS_NOUNS.map((noun) => scopeOf(noun, 'read') ?? '').join();
  return {
    get key() {
      return read === null ? access.key : `${access.key} ${personId} ${read} ${usesTeam ? idsOf(access.team) : ''}`;
    },
    get team() {
      return access.team;
    },
    limited: permissions !== null,
    rows: (noun, action = 'read') => {
      const scope = scopeOf(noun, action);
      if (scope === null) return NO_ROWS;
      const ofOwner = access.rows(noun, action);
      return scope === 'all' ? ofOwner : common(ofOwner, scope === 'own' ? own : access.team);
    },
  };
}

/** Remembers them, as every event and every row asks: a scope and a team stay the same until access changes. */
function createIntersections() {
  const known = new WeakMap<RowScope, WeakMap<ReadonlySet<string>, RowScope>>();
  return (scope: RowScope, owners: ReadonlySet<string>): RowScope => {
    const ofScope = known.get(scope) ?? new WeakMap<ReadonlySet<string>, RowScope>();
    const common = ofScope.get(owners) ?? narrower(scope, { kind: 'owners', owners });
    known.set(scope, ofScope.set(owners, common));
    return common;
  };
}

/** Throws `Forbidden` for a token with chosen permissions, none of which cover what belongs to no noun. */
export function requireUnlimited({ access }: { readonly access: Access }, what: string): void {
  if (access.limited) throw new Forbidden(`This API token has chosen permissions, which do not cover ${what}.`);
}
