import { ApolloLink } from '@apollo/client';

/** Where a subscription stands now: the cursor of the last event seen. */
export type EventCursor = () => string | null;

declare module '@apollo/client' {
  interface DefaultContext {
    position?: EventCursor;
  }
}

/**
 * Lets `after` be read at the moment the operation is sent. The socket client sends a subscription again after it
 * reconnected, so the server continues exactly where this tab stopped: nothing is missed, nothing comes twice.
 */
export const resumeLink = new ApolloLink((operation, forward) => {
  const { position } = operation.getContext();
  if (position) {
    operation.variables = Object.defineProperty({ ...operation.variables }, 'after', { enumerable: true, get: position });
  }
  return forward(operation);
});
