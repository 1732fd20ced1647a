import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/database/client.ts';

/** A browser that nobody signed in with for this long is unknown again. */
export const DEVICE_DAYS = 180;
const TTL_MS = DEVICE_DAYS * 86_400_000;
/** Browsers remembered for one person; the one not used for longest goes first. */
export const DEVICES_PER_PERSON = 20;

const TOKEN = /^[\w-]{43}$/;

/** The browsers each person has signed in with. Only such a person's own wrong passwords delay them there (sign-in-throttle.ts). */
export interface KnownDevices {
  /** The id of the browser with this cookie where the account has signed in with it before; null otherwise. */
  find(token: string | null, username: string): Promise<string | null>;
  /** Remembers the browser for this person; answers the value for its cookie. A value that nobody signed in with is replaced. */
  remember(tx: Tx, userId: string, token: string | null): Promise<string>;
  /** Forgets all of a person's browsers but the one with this cookie. */
  forgetAll(tx: Tx, userId: string, exceptToken?: string | null): Promise<void>;
}

export function createKnownDevices({ pool, clock }: { readonly pool: Pick<Pool, 'query'>; readonly clock: Clock }): KnownDevices {
  const cutoff = () => new Date(clock.now().getTime() - TTL_MS);
  return {
    find: async (token, username) => {
      if (token === null || !TOKEN.test(token)) return null;
      const hash = digest(token);
      const { rowCount } = await pool.query({
        name: 'known-device-find',
        text: `select from known_devices d join users u on u.id = d.user_id
          where d.device_hash = $1 and u.username = $2::citext and d.last_used_at > $3`,
        values: [hash, username, cutoff()],
      });
      return rowCount ? hash : null;
    },
    remember: async (tx, userId, token) => {
      const valid = token !== null && TOKEN.test(token) ? token : null;
      // A value that somebody planted in the browser must not become a known device.
      const known = valid && (await tx.knownDevice.findFirst({ where: { deviceHash: digest(valid), lastUsedAt: { gt: cutoff() } } }));
      const kept = known && valid ? valid : randomBytes(32).toString('base64url');
      const now = clock.now();
      const key = { userId, deviceHash: digest(kept) };
      await tx.knownDevice.upsert({
        where: { userId_deviceHash: key },
        create: { ...key, lastUsedAt: now, createdAt: now },
        update: { lastUsedAt: now },
      });
      await tx.$executeRaw`delete from known_devices where user_id = ${userId} and device_hash in (
        select device_hash from known_devices where user_id = ${userId} order by last_used_at desc, created_at desc offset ${DEVICES_PER_PERSON})`;
      return kept;
    },
    forgetAll: async (tx, userId, exceptToken = null) => {
      await tx.knownDevice.deleteMany({ where: { userId, ...(exceptToken !== null && { deviceHash: { not: digest(exceptToken) } }) } });
    },
  };
}

/** What is stored of a cookie. It has 256 random bits, so a fast hash is enough. */
const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
