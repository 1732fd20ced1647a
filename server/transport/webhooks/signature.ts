import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the timestamp of a signature may be from now, in seconds. */
export const SIGNATURE_TOLERANCE = 300;

const HEADER = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i;

const macOf = (secret: string, time: string, body: Buffer): Buffer => createHmac('sha256', secret).update(`${time}.`).update(body).digest();

/** The header a sender signs a body with: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. */
export const sign = (secret: string, body: Buffer | string, now: Date): string => {
  const time = String(Math.floor(now.getTime() / 1_000));
  return `t=${time},v1=${macOf(secret, time, Buffer.from(body)).toString('hex')}`;
};

/** What is wrong with a signature, as a sentence; null if one of the secrets made it and its timestamp is recent. */
export function verifySignature(header: string | undefined, body: Buffer, secrets: readonly string[], now: Date): string | null {
  const [, time, mac] = HEADER.exec(header?.trim() ?? '') ?? [];
  if (!time || !mac) return 'Sign the body: Callboard-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">.';
  const received = Buffer.from(mac, 'hex');
  const matches = secrets.map((secret) => timingSafeEqual(macOf(secret, time, body), received)).includes(true);
  if (!matches) return 'The signature does not match the body.';
  const age = Math.abs(now.getTime() / 1_000 - Number(time));
  return age > SIGNATURE_TOLERANCE
    ? 'The timestamp is not within 5 minutes of the server’s clock. Sign each delivery when you send it, and check the sender’s clock.'
    : null;
}
