import { createHash } from 'node:crypto';
import { WORKSPACE_LIMITS } from '#contract/workspace.ts';
import { Invalid } from '../failures.ts';

export interface Logo {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: 'image/png' | 'image/jpeg';
  readonly hash: string;
}

/** How each kind of image begins. SVG is none of them: it can hold scripts. */
const SIGNATURES = [
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
] as const;

const refuse = (message: string): never => {
  throw new Invalid([{ path: 'logo', message }]);
};

/** The image in a Base64 text, its type told by its bytes. Throws `Invalid`. */
export function readLogo(base64: string): Logo {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return refuse('The logo must be an image in Base64');
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  if (bytes.length > WORKSPACE_LIMITS.logoBytes) return refuse('The logo can have at most 200 kB');
  const found = SIGNATURES.find((signature) => signature.bytes.every((byte, at) => bytes[at] === byte));
  if (!found) return refuse('The logo must be a PNG or JPEG image');
  return { bytes, type: found.type, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32) };
}
