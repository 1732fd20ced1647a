import { z } from 'zod';
import { required } from './text.ts';

export const TOKEN_SCOPES = ['read', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const TOKEN_SCOPE_LABELS = { read: 'Read', write: 'Read and write' } as const satisfies Record<TokenScope, string>;

/** How every token begins, so that people and scanners of leaked secrets know it. */
export const TOKEN_PREFIX = 'cb_';

/** Tokens of one person that are in force at once, at most. */
export const TOKENS_EACH = 50;

/** Characters of a token's name. */
const NAME_LENGTH = 80;

const name = required(NAME_LENGTH, 'Name is required');
const scope = z.enum(TOKEN_SCOPES, 'Choose what it may do: read or write');

/** A new token; without `expiresAt` it does not expire. */
export const NewApiToken = z.object({
  name,
  scope,
  expiresAt: z
    .date('Must be a moment')
    .nullish()
    .transform((at) => at ?? null),
});
export type NewApiToken = z.output<typeof NewApiToken>;

/** How long the form offers a token for, in days; null for ever. */
export const TOKEN_LIVES = { '30': 30, '90': 90, '365': 365, never: null } as const;
export type TokenLife = keyof typeof TOKEN_LIVES;

export const TOKEN_LIFE_LABELS = {
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In 1 year',
  never: 'Never',
} as const satisfies Record<TokenLife, string>;

/** What the form asks for. */
export const ApiTokenForm = z.object({ name, scope, life: z.enum(['30', '90', '365', 'never']) });
export type ApiTokenForm = z.output<typeof ApiTokenForm>;
