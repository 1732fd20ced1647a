import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';

export type ChallengeKind = 'passkey_registration' | 'passkey_sign_in' | 'oidc' | 'oidc_logout';

/** Minutes in which a sign-in that was begun has to be finished. */
const CHALLENGE_MINUTES = 10;

/** What a sign-in under way is compared with. Each value works once, on any server, for ten minutes. */
export interface Challenges {
  /** Remembers a random value with what belongs to it. False where it is known already. */
  add(kind: ChallengeKind, value: string, data?: Readonly<Record<string, string>>): Promise<boolean>;
  /** What belongs to the value, which does not work again; null for an unknown, used or old one. */
  take(kind: ChallengeKind, value: string): Promise<Readonly<Record<string, string>> | null>;
}

const Data = z.record(z.string(), z.string());

export function createChallenges({ db, clock }: { readonly db: Pick<Database, 'reserved'>; readonly clock: Clock }): Challenges {
  const { prisma } = db.reserved;
  return {
    add: async (kind, value, data = {}) => {
      const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MINUTES * 60_000);
      const { count } = await prisma.authChallenge.createMany({
        data: [{ id: digest(kind, value), kind, data, expiresAt }],
        skipDuplicates: true,
      });
      return count > 0;
    },
    take: async (kind, value) => {
      const id = digest(kind, value);
      const row = await prisma.authChallenge.findUnique({ where: { id } });
      if (!row || row.expiresAt <= clock.now()) return null;
      // Of two at once, the second deletes nothing.
      const { count } = await prisma.authChallenge.deleteMany({ where: { id } });
      return count > 0 ? Data.parse(row.data) : null;
    },
  };
}

const digest = (kind: ChallengeKind, value: string): string => createHash('sha256').update(`${kind}:${value}`).digest('hex');
