import type { AccessAction, AccessNoun, AccessScope } from './access.ts';

export const TOKEN_SCOPES = ['read', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const TOKEN_SCOPE_LABELS = { read: 'Read', write: 'Read and write' } as const satisfies Record<TokenScope, string>;

/** What a token may do with the rows of a noun, of what its owner may; whose rows is `all` where they belong to nobody. */
export type TokenPermission = {
  readonly noun: AccessNoun;
  readonly actions: readonly AccessAction[];
  readonly scope: AccessScope;
};

/** How every token begins, so that people and scanners of leaked secrets know it. */
export const TOKEN_PREFIX = 'cb_';

/** Tokens of one person that are in force at once, at most. */
export const TOKENS_EACH = 50;

/** How long the form offers a token for, in days; null for ever. */
export const TOKEN_LIVES = { '30': 30, '90': 90, '365': 365, never: null } as const;
export type TokenLife = keyof typeof TOKEN_LIVES;

export const TOKEN_LIFE_LABELS = {
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In 1 year',
  never: 'Never',
} as const satisfies Record<TokenLife, string>;
