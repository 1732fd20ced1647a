import { z } from 'zod';
import { TOKEN_SCOPES } from './api-token.ts';
import { required } from './text.ts';

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

/** The fields of the form. */
export const ApiTokenForm = z.object({
  name,
  scope,
  life: z.enum(['30', '90', '365', 'never']),
  currentPassword: z.string().min(1, 'Current password is required'),
});
export type ApiTokenForm = z.output<typeof ApiTokenForm>;
