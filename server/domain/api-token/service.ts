import { TOKENS_EACH } from '#contract/api-token.ts';
import { NewApiToken } from '#contract/api-token-input.ts';
import type { Tokens } from '#server/auth/tokens.ts';
import { requireUnlimited } from '../access/token-access.ts';
import type { ConfirmPassword } from '../account/password-confirmation.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { apiToken, type TokenSummary } from '../entities/internal.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../failures.ts';
import type { Page, PageRequest } from '../page.ts';
import { parse } from '../parse.ts';
import { createQueryService } from '../query/service.ts';
import type { Viewer } from '../viewer.ts';

/** A new token. Its secret is shown only once. */
export interface CreatedToken {
  readonly token: TokenSummary;
  readonly secret: string;
}

const SUMMARY_COLUMNS = {
  id: true,
  name: true,
  lastFour: true,
  scope: true,
  permissions: true,
  expiresAt: true,
  lastUsedAt: true,
  revokedAt: true,
  createdAt: true,
} as const;

interface ApiTokenDeps extends ServiceDeps, SecurityDeps {
  readonly tokens: Tokens;
  readonly confirmPassword: ConfirmPassword;
}

export type ApiTokens = ReturnType<typeof createApiTokens>;

/** Tokens for a person's programs and scripts, visible to their owner alone. */
export const createApiTokens = ({ db, log, clock, newId, tokens, confirmPassword, securityLog }: ApiTokenDeps) => ({
  /** The viewer's tokens that are not revoked, newest first. */
  list: async (viewer: Viewer, page: PageRequest): Promise<Page<TokenSummary>> => {
    requireUnlimited(viewer, 'your API tokens');
    return createQueryService({ db, clock })
      .of(apiToken)
      .page(viewer, { filter: { revokedAt: { isNull: true } } }, page);
  },

  /** Creates a token. Needs a signed-in person who confirms their password: a leaked token or stolen session must not create another. */
  create: async (viewer: Viewer, input: unknown): Promise<CreatedToken> => {
    assertNotToken(viewer);
    const { name, scope, permissions, expiresAt } = parse(NewApiToken, input);
    const now = clock.now();
    if (expiresAt && expiresAt <= now) throw new Invalid([{ path: 'expiresAt', message: 'The expiry must be in the future' }]);
    await confirmPassword(viewer, input);
    const { secret, ...stored } = tokens.mint();
    const token = await db.transaction(async (tx) => {
      // The lock serializes a person's requests, so that the count holds.
      await tx.$queryRaw`select 1 from users where id = ${viewer.id} for update`;
      const active = { userId: viewer.id, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
      if ((await tx.apiToken.count({ where: active })) >= TOKENS_EACH)
        throw new Conflict(`You have reached the limit of ${TOKENS_EACH} tokens. Revoke one you no longer use.`);
      const made = await tx.apiToken.create({
        data: {
          ...{ id: newId(), userId: viewer.id, name, scope, expiresAt, createdAt: now, ...stored },
          ...(permissions && { permissions }),
        },
        select: SUMMARY_COLUMNS,
      });
      const subject = { type: 'api_token', id: made.id };
      await log.append(tx, { kind: 'api_token.created', subject, actorId: viewer.id, data: { name, scope, permissions }, at: now });
      return made;
    });
    securityLog.record('token.created', { actor: viewer, subjectId: token.id, scope });
    return { token, secret };
  },

  /** Revokes a token of the viewer: its next request is refused and what is open with it ends. Twice is once. */
  revoke: async (viewer: Viewer, id: string): Promise<TokenSummary> => {
    assertNotToken(viewer);
    const now = clock.now();
    const token = await db.transaction(async (tx) => {
      const { count } = await tx.apiToken.updateMany({ where: { id, userId: viewer.id, revokedAt: null }, data: { revokedAt: now } });
      const own = await tx.apiToken.findFirst({ where: { id, userId: viewer.id }, select: SUMMARY_COLUMNS });
      if (!own) throw new NotFound('API token', id);
      if (count === 0) return own;
      const subject = { type: 'api_token', id };
      await log.append(tx, { kind: 'api_token.revoked', subject, actorId: viewer.id, data: { name: own.name }, at: now });
      await tokens.announceRevoked(tx, id);
      return own;
    });
    tokens.notifyRevoked(id);
    securityLog.record('token.revoked', { actor: viewer, subjectId: id });
    return token;
  },
});

function assertNotToken({ credential }: Viewer): void {
  if (credential.kind === 'token') throw new Forbidden('API tokens cannot create or revoke tokens. Sign in with a browser.');
}
