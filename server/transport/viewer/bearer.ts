/**
 * The token of an `Authorization` header; null where there is none. Other schemes are somebody else's: a proxy that asks
 * for a password of its own passes it on.
 */
export function bearerOf(header: string | undefined): string | null {
  const [, token] = /^bearer(?:[ \t]+(.*))?$/i.exec(header?.trim() ?? '') ?? [];
  if (token !== undefined) return token.trim();
  return /^bearer$/i.test(header?.trim() ?? '') ? '' : null;
}

/** The same of what a WebSocket client says when it connects, as `authorization` in whatever letters; anything but a token is a bad one. */
export function bearerIn(params: Readonly<Record<string, unknown>> | undefined): string | null {
  const [, said] = Object.entries(params ?? {}).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  if (said === undefined || said === null) return null;
  return (typeof said === 'string' ? bearerOf(said) : null) ?? '';
}
