import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/database/client.ts';

/** Days without a sign-in after which a browser is forgotten. */
export const DEVICE_DAYS = 180;
const TTL_MS = DEVICE_DAYS * 86_400_000;
/** Browsers remembered per user. The least recently used is removed first. */
export const DEVICES_PER_PERSON = 20;

const TOKEN = /^[\w-]{43}$/;

/** The browsers each user has signed in with. There, only wrong passwords from that browser delay the sign-in (sign-in-throttle.ts). */
export interface KnownDevices {
  /** The id of the browser with this cookie if the account has signed in with it before; otherwise null. */
  find(token: string | null, username: string): Promise<string | null>;
  /** Remembers the browser for this user and returns its cookie value. An unknown value is replaced. */
  remember(tx: Tx, userId: string, token: string | null): Promise<string>;
  /** Forgets all of a user's browsers except the one with this cookie. */
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
      // A value planted by an attacker must not become a known device.
      const known = valid && (await tx.knownDevice.findFirst({ where: { deviceHash: digest(valid), lastUsedAt: { gt: cutoff() } } }));
      const cookieValue = known && valid ? valid : randomBytes(32).toString('base64url');
      const now = clock.now();
      const key = { userId, deviceHash: digest(cookieValue) };
      await tx.knownDevice.upsert({
        where: { userId_deviceHash: key },
        create: { ...key, lastUsedAt: now, createdAt: now },
        update: { lastUsedAt: now },
      });
      await tx.$executeRaw`delete from known_devices where user_id = ${userId} and device_hash in (
        select device_hash from known_devices where user_id = ${userId} order by last_used_at desc, created_at desc offset ${DEVICES_PER_PERSON})`;
      return cookieValue;
    },
    forgetAll: async (tx, userId, exceptToken = null) => {
      await tx.knownDevice.deleteMany({ where: { userId, ...(exceptToken !== null && { deviceHash: { not: digest(exceptToken) } }) } });
    },
  };
}

/** The stored hash of a cookie. A fast one is enough for 256 random bits. */
const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
