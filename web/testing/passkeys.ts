import { vi } from 'vitest';

const BYTES = new Uint8Array([1, 2, 3]).buffer;

/** A browser with one passkey: what `navigator.credentials` answers for making and for using it. Undo it with `vi.unstubAllGlobals`. */
export function stubPasskeys() {
  const credential = {
    id: 'AQID',
    rawId: BYTES,
    type: 'public-key',
    response: {
      clientDataJSON: BYTES,
      attestationObject: BYTES,
      authenticatorData: BYTES,
      signature: BYTES,
      getTransports: () => ['internal'],
    },
    getClientExtensionResults: () => ({}),
  };
  const answer = vi.fn(async () => credential);
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: answer, get: answer } });
  return answer;
}
