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
  /** Every check costs everybody who would share, so each is kept once. */
  const keep = (name: string, makeCheck: () => (other: Access) => boolean) => {
    if (!checks.has(name)) checks.set(name, makeCheck());
  };
  const observedScope = (noun: AccessNoun, action: AccessAction): RowScope => {
    const scope = access.rows(noun, action);
    const keepWhole = () =>
      keep(`${noun} ${action}`, () => {
        const key = scopeKey(scope);
        return (other) => scopeKey(other.rows(noun, action)) === key;
      });
    const decide = (ownerId: string | null) => {
      const answer = isInScope(scope, ownerId);
      keep(`${noun} ${action} ${ownerId}`, () => (other) => isInScope(other.rows(noun, action), ownerId) === answer);
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
        keep('key', () => (other) => other.key === key);
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
    agrees: (other) => checks.values().every((check) => check(other)),
  };
}
