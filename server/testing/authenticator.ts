import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';

const Options = z.object({ challenge: z.string() });
/** User present and verified; and with a new credential. */
const VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

/** A passkey in software, as a device makes it for the page at `origin`. */
export function createAuthenticator(origin: string, rpId = new URL(origin).hostname) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;
  const authenticatorData = (flags: number, credential = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, credential]);
  };
  const clientData = (type: 'webauthn.create' | 'webauthn.get', options: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge: Options.parse(options).challenge, origin, crossOrigin: false }));
  const answer = (response: Record<string, unknown>) => ({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  return {
    /** What `navigator.credentials.create` answers. */
    register: (options: unknown) => {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = authenticatorData(VERIFIED | WITH_CREDENTIAL, Buffer.concat([Buffer.alloc(16), length, credentialId, key]));
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      return answer({
        clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    /** What `navigator.credentials.get` answers. */
    signIn: (options: unknown) => {
      counter += 1;
      const authData = authenticatorData(VERIFIED);
      const data = clientData('webauthn.get', options);
      const signature = sign('sha256', Buffer.concat([authData, createHash('sha256').update(data).digest()]), privateKey);
      return answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: null,
      });
    },
  };
}
