import type { AccessAction, AccessNoun } from '#contract/access.ts';
import { type Access, idsOf, isInScope, type RowScope, scopeKey } from './access.ts';

/** An access that keeps what is asked of it. */
export interface Observed {
  readonly access: Access;
  /** Whether the answers so far are the same for somebody else, so that a result that rests on them is theirs, too. */
  agrees(other: Access): boolean;
}

/**
 * Keeps what a result rests on: for a row that was read by its id, whether its owner is in scope; for a list, a count or a sum, the
 * scope as a whole. People whose scopes differ elsewhere then share the result.
 */
export function observed(access: Access): Observed {
  const checks = new Map<string, (other: Access) => boolean>();
  /** Those with these keys agree, unless something was asked that the key does not tell. */
  const agreed = new Set<string>();
  let isBeyondKey = false;
  const keep = (name: string, makeCheck: () => (other: Access) => boolean, isInKey = false) => {
    if (checks.has(name)) return;
    checks.set(name, makeCheck());
    agreed.clear();
    isBeyondKey ||= !isInKey;
  };
  const observedScope = (noun: AccessNoun, action: AccessAction): RowScope => {
    const scope = access.rows(noun, action);
    // What of it somebody may read depends on what is shared with them, too.
    if (noun === 'coaching') keep(noun, () => (other) => other === access);
    const isInKey = action === 'read';
    const keepWhole = () => {
      const key = scopeKey(scope);
      keep(`${noun} ${action}`, () => (other) => scopeKey(other.rows(noun, action)) === key, isInKey);
    };
    const decide = (ownerId: string | null) => {
      const answer = isInScope(scope, ownerId);
      keep(`${noun} ${action} ${ownerId}`, () => (other) => isInScope(other.rows(noun, action), ownerId) === answer, isInKey);
      return answer;
    };
    const kindOf = <Kind extends RowScope['kind']>(kind: Kind): Kind => {
      keepWhole();
      return kind;
    };
    if (scope.kind !== 'owners')
      return {
        decide,
        get kind() {
          return kindOf(scope.kind);
        },
      };
    return {
      decide,
      get kind() {
        return kindOf(scope.kind);
      },
      get owners() {
        keepWhole();
        return scope.owners;
      },
    };
  };
  return {
    access: {
      get key() {
        const { key } = access;
        keep('key', () => (other) => other.key === key, true);
        return key;
      },
      get team() {
        const { team } = access;
        keep('team', () => (other) => idsOf(other.team) === idsOf(team));
        return team;
      },
      get limited() {
        const limited = access.limited ?? false;
        keep('limited', () => (other) => (other.limited ?? false) === limited);
        return limited;
      },
      rows: (noun, action = 'read') => observedScope(noun, action),
    },
    agrees: (other) => {
      const { key } = other;
      if (!isBeyondKey && agreed.has(key)) return true;
      const agrees = checks.values().every((check) => check(other));
      if (agrees) agreed.add(key);
      return agrees;
    },
  };
}
