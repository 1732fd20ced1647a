/** The token of a link to choose a new password, `/reset/:token`; null at any other address. */
export const resetToken = (pathname: string): string | null => /^\/reset\/([\w-]+)\/?$/.exec(pathname)?.[1] ?? null;
