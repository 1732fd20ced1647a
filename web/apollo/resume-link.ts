import { ApolloLink } from '@apollo/client';

/** The current position of a subscription: the cursor of the last event received. */
export type EventCursor = () => string | null;

declare module '@apollo/client' {
  interface DefaultContext {
    position?: EventCursor;
  }
}

/**
 * Reads `after` when the operation is sent. The socket client sends a subscription again after it
 * reconnected, so the server resumes after the last event received: none missed, none twice.
 */
export const resumeLink = new ApolloLink((operation, forward) => {
  const { position } = operation.getContext();
  if (position) {
    operation.variables = Object.defineProperty({ ...operation.variables }, 'after', { enumerable: true, get: position });
  }
  return forward(operation);
});
