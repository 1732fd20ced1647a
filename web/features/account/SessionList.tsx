import { useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Chip, Typography } from '@mui/material';
import { useId, useRef } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

/** The viewer's sessions, with buttons to end one or all others. */
export function SessionList() {
  const id = useId();
  const { sessions, error, retry, pending, end, endOthers } = useSessions();
  const list = useRef<HTMLElement>(null);
  const others = sessions?.some(({ current }) => !current);
  // The button that was pressed is removed with its session, so the list takes focus.
  const endAndFocus = async (mutation: Promise<unknown>) => {
    if ((await mutation) !== null) list.current?.focus();
  };

  return (
    <Box component="section" ref={list} tabIndex={-1} aria-labelledby={id} sx={{ display: 'grid', gap: 2, outline: 'none' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: '1 1 220px' }}>
          <Typography id={id} variant="h3">
            Sessions
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25 }}>
            Devices that are signed in to your account. If you don’t recognize one, end its session and change your password.
          </Typography>
        </Box>
        {others && (
          <LoadingButton variant="outlined" loading={pending} onClick={() => pending || void endAndFocus(endOthers())}>
            Sign out everywhere else
          </LoadingButton>
        )}
      </Box>
      {error && <ErrorPanel error={error} onRetry={retry} />}
      {!error && !sessions && <ListSkeleton label="Loading sessions" rows={2} height={64} />}
      {sessions && (
        <Box
          component="ul"
          sx={(theme) => ({ listStyle: 'none', m: 0, p: 0, border: `1px solid ${theme.vars.palette.divider}`, borderRadius: '10px' })}
        >
          {sessions.map((session) => (
            <SessionRow key={session.id} {...session} pending={pending} onEnd={() => void endAndFocus(end(session.id))} />
          ))}
        </Box>
      )}
    </Box>
  );
}

type SessionRowProps = {
  device: string;
  address: string;
  createdAt: string;
  lastUsedAt: string;
  current: boolean;
  pending: boolean;
  onEnd: () => void;
};

function SessionRow({ device, address, createdAt, lastUsedAt, current, pending, onEnd }: SessionRowProps) {
  return (
    <Box
      component="li"
      aria-label={device}
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 1.5,
        '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
      })}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{device}</Typography>
          {current && <Chip color="brand" label="This device" />}
        </Box>
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.25, mt: 0.5, typography: 'caption', color: 'text.secondary' }}
        >
          {address && <Box sx={{ overflowWrap: 'anywhere' }}>{address}</Box>}
          <span>
            Last used <RelativeTime at={lastUsedAt} />
          </span>
          <span>
            Signed in <RelativeTime at={createdAt} />
          </span>
        </Box>
      </Box>
      {!current && (
        <Button
          size="small"
          variant="outlined"
          aria-label={`End session: ${device}`}
          aria-disabled={pending}
          sx={{ flexShrink: 0 }}
          onClick={() => pending || onEnd()}
        >
          End session
        </Button>
      )}
    </Box>
  );
}

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

/** The viewer's sessions and mutations to end them. Refetched whenever the dialog opens. */
function useSessions() {
  const { data, error, refetch } = useQuery(SessionsDocument, { fetchPolicy: 'cache-and-network' });
  const refetchOptions = { refetchQueries: [SessionsDocument], awaitRefetchQueries: true };
  const [end, ending] = useMutation(EndSession, refetchOptions);
  const [endOthers, endingOthers] = useMutation(EndOtherSessions, refetchOptions);
  return {
    sessions: data?.sessions,
    error: data ? undefined : error,
    retry: () => void refetch(),
    pending: ending.loading || endingOthers.loading,
    end: (id: string) => runMutation(end({ variables: { id } }), { done: 'Session ended', failed: 'Failed to end session' }),
    endOthers: () => runMutation(endOthers(), { done: 'Signed out everywhere else', failed: 'Failed to sign out everywhere else' }),
  };
}
