import { useMutation, useQuery } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

export const SessionsDocument = graphql(`
  query Sessions {
    sessions {
      id
      device
      address
      createdAt
      lastUsedAt
      current
    }
  }
`);

const EndSession = graphql(`
  mutation EndSession($id: ID!) {
    endSession(id: $id) {
      ... on ActiveSession {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

const EndOtherSessions = graphql(`
  mutation EndOtherSessions {
    endOtherSessions
  }
`);

/** Where the viewer is signed in, and how to end that. Asked anew whenever the dialog opens: people sign in elsewhere, too. */
export function useSessions() {
  const { data, error, refetch } = useQuery(SessionsDocument, { fetchPolicy: 'cache-and-network' });
  const afterwards = { refetchQueries: [SessionsDocument], awaitRefetchQueries: true };
  const [end, ending] = useMutation(EndSession, afterwards);
  const [endOthers, endingOthers] = useMutation(EndOtherSessions, afterwards);
  return {
    sessions: data?.sessions,
    error: data ? undefined : error,
    retry: () => void refetch(),
    pending: ending.loading || endingOthers.loading,
    end: (id: string) => runMutation(end({ variables: { id } }), { done: 'Session ended', failed: 'Failed to end session' }),
    endOthers: () => runMutation(endOthers(), { done: 'Signed out everywhere else', failed: 'Failed to sign out everywhere else' }),
  };
}
