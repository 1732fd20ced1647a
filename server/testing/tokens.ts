import { z } from 'zod';
import type { Caller } from './caller.ts';

const Made = z.object({
  createApiToken: z.object({ secret: z.string(), token: z.object({ id: z.string() }) }),
});

interface TokenWish {
  readonly scope?: 'read' | 'write';
  readonly name?: string;
  readonly expiresAt?: Date;
}

/** Makes a token as its owner does. */
export async function makeToken(owner: Caller, { scope = 'read', name = 'Script', expiresAt }: TokenWish = {}) {
  const { data } = await owner.graph(
    `mutation ($input: CreateApiTokenInput!) {
      createApiToken(input: $input) { ... on CreatedApiToken { secret token { id } } }
    }`,
    { input: { name, scope, expiresAt: expiresAt?.toISOString() ?? null, currentPassword: 'correct horse' } },
  );
  const { secret, token } = Made.parse(data).createApiToken;
  return { id: token.id, secret };
}

/** The header that asks with it. */
export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
