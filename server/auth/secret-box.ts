import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what has to be read again, with a key derived from `IDENTITY_SECRET`. */
export interface SecretBox {
  /** `owner` is bound to the result: it cannot be read as somebody else's. */
  seal(text: string, owner: string): string;
  /** Null where the key, the owner or the text is another one. */
  open(sealed: string, owner: string): string | null;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM; null without a secret: nothing that needs one is offered then. */
export function createSecretBox(secret: string | null): SecretBox | null {
  if (secret === null) return null;
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'callboard authenticator apps', 32));
  return {
    seal: (text, owner) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
