import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { ChunkLoadError } from '../lazy-with-preload.ts';

export type ErrorDescription = { title: string; hint: string };

/** An error as a title and a hint for the user. */
export function describeError(error: unknown): ErrorDescription {
  if (!navigator.onLine) return { title: 'You are offline', hint: 'This page updates when you are back online.' };
  if (CombinedGraphQLErrors.is(error)) {
    return { title: 'The server could not answer this', hint: error.errors[0]?.message ?? 'It gave no reason.' };
  }
  if (ServerError.is(error) || ServerParseError.is(error)) {
    return {
      title: 'The server answered with an error',
      hint: `Status ${error.statusCode}. Please try again in a moment.`,
    };
  }
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  if (isLate || error instanceof TypeError || error instanceof ChunkLoadError) {
    return { title: 'Callboard cannot be reached', hint: 'Check your connection, or try again in a moment.' };
  }
  return { title: 'Something went wrong on this screen', hint: error instanceof Error ? error.message : 'Please try again.' };
}
