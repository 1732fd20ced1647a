import { z } from 'zod';
import type { TokenPermission } from '#contract/api-token.ts';
import type { Caller } from './caller.ts';

const Made = z.object({
  createApiToken: z.object({ secret: z.string(), token: z.object({ id: z.string() }) }),
});

interface TokenOptions {
  readonly scope?: 'read' | 'write';
  /** Everything of the owner without them. */
  readonly permissions?: readonly TokenPermission[];
  readonly name?: string;
  readonly expiresAt?: Date;
  /** The owner's, where they changed it. */
  readonly password?: string;
}

/** Makes a token as its owner does. */
export async function createToken(
  owner: Caller,
  { scope = 'read', permissions, name = 'Script', expiresAt, password = 'correct horse' }: TokenOptions = {},
) {
  const { data } = await owner.graph(
    `mutation ($input: CreateApiTokenInput!) {
      createApiToken(input: $input) { ... on CreatedApiToken { secret token { id } } }
    }`,
    { input: { name, scope, permissions, expiresAt: expiresAt?.toISOString() ?? null, currentPassword: password } },
  );
  const { secret, token } = Made.parse(data).createApiToken;
  return { id: token.id, secret };
}

/** The header that sends it. */
export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
