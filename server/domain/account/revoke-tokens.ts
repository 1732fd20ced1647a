import type { Tokens } from '#server/auth/tokens.ts';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';

interface RevocationDeps extends Pick<ServiceDeps, 'log'> {
  readonly tokens: Tokens;
  readonly at: Date;
}

/** Revokes all API tokens of a person with an event for each; returns their ids. */
export async function revokeAllTokens(tx: Tx, userId: string, { tokens, log, at }: RevocationDeps): Promise<readonly string[]> {
  const revoked = await tokens.revokeAll(tx, userId);
  for (const { id, name } of revoked)
    await log.append(tx, { kind: 'api_token.revoked', subject: { type: 'api_token', id }, actorId: userId, data: { name }, at });
  return revoked.map(({ id }) => id);
}
