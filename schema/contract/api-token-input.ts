import { z } from 'zod';
import { ACCESS_ACTIONS, ACCESS_NOUN_LABELS, ACCESS_NOUNS, ACCESS_SCOPES, ACTIONS_OF, OWNED_NOUNS } from './access.ts';
import { TOKEN_SCOPES, type TokenPermission } from './api-token.ts';
import { required } from './text.ts';

/** Characters of a token's name. */
const NAME_LENGTH = 80;

const name = required(NAME_LENGTH, 'Name is required');
const scope = z.enum(TOKEN_SCOPES, 'Choose what it may do: read or write');

const Permission = z
  .object({ noun: z.enum(ACCESS_NOUNS), actions: z.array(z.enum(ACCESS_ACTIONS)), scope: z.enum(ACCESS_SCOPES) })
  .superRefine(({ noun, actions, scope }, ctx) => {
    const refuse = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message: `${ACCESS_NOUN_LABELS[noun]}: ${message}` });
    const unknown = actions.find((action) => !ACTIONS_OF[noun].some((known) => known === action));
    if (unknown) refuse('actions', `there is no action \`${unknown}\``);
    if (!actions.includes('read')) refuse('actions', 'whoever may do something may `read`, too');
    if (scope !== 'all' && !OWNED_NOUNS.some((owned) => owned === noun)) refuse('scope', 'they belong to nobody, so the scope is `all`');
  });
/** What a token may do, at most one entry for each noun. */
export const TokenPermissions = z
  .array(Permission)
  .min(1, 'Choose at least one permission')
  .refine((all) => new Set(all.map(({ noun }) => noun)).size === all.length, 'Name each noun once');

/** The permissions as they are stored; null for everything of the owner. What a later version stored allows nothing. */
export function readTokenPermissions(stored: unknown): readonly TokenPermission[] | null {
  if (stored === null) return null;
  const { success, data } = TokenPermissions.safeParse(stored);
  return success ? data : [];
}

/** A new token; without `permissions` it has everything of its owner, and without `expiresAt` it does not expire. */
export const NewApiToken = z
  .object({
    name,
    scope,
    permissions: TokenPermissions.nullish().transform((permissions) => permissions ?? null),
    expiresAt: z
      .date('Must be a moment')
      .nullish()
      .transform((at) => at ?? null),
  })
  .refine(
    ({ scope: chosen, permissions }) =>
      chosen === 'write' || !permissions?.some(({ actions }) => actions.some((action) => action !== 'read' && action !== 'export')),
    { path: ['permissions'], message: 'A token of the scope `read` can only read and export' },
  );
export type NewApiToken = z.output<typeof NewApiToken>;

/** The fields of the form. */
export const ApiTokenForm = z
  .object({
    name,
    scope: z.enum([...TOKEN_SCOPES, 'chosen']),
    /** With the scope `chosen` alone. */
    permissions: z.array(Permission),
    life: z.enum(['30', '90', '365', 'never']),
    currentPassword: z.string().min(1, 'Current password is required'),
  })
  .refine(({ scope: chosen, permissions }) => chosen !== 'chosen' || permissions.length > 0, {
    path: ['permissions'],
    message: 'Choose at least one permission',
  });
export type ApiTokenForm = z.output<typeof ApiTokenForm>;
