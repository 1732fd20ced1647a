import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation } from '@apollo/client/react';
import { Button, Chip, Menu, MenuItem } from '@mui/material';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { useCoachedPeople } from '../PersonFilter.tsx';

const ShareSession_session = graphql(`
  fragment ShareSession_session on CoachingSession {
    id
    mayShare
    person {
      id
    }
    sharedWith {
      id
      displayName
    }
  }
`);

const ShareCoachingSession = graphql(`
  mutation ShareCoachingSession($id: ID!, $userId: ID) {
    shareCoachingSession(id: $id, userId: $userId) {
      ... on CoachingSession {
        id
        ...SessionCard_session
        ...ShareSession_session
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Lets a coach share a session with one of the people they coach, and take it back. Absent where the viewer coaches nobody else. */
export function ShareSession({ session }: { session: FragmentType<typeof ShareSession_session> }) {
  const { data, complete } = useFragment({ fragment: ShareSession_session, from: session });
  const people = useCoachedPeople();
  const [mutate] = useMutation(ShareCoachingSession);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!complete || !data.mayShare) return null;
  const { id, person, sharedWith } = data;
  const others = people.filter((each) => each.id !== person?.id && each.id !== sharedWith?.id);
  const share = (userId: string | null, done: string) => {
    setAnchor(null);
    void runMutation(mutate({ variables: { id, userId } }), { done, failed: 'Failed to share session' });
  };
  return (
    <>
      {sharedWith && <Chip label={`Shared with ${sharedWith.displayName}`} onDelete={() => share(null, 'Session is no longer shared')} />}
      {others.length > 0 && (
        <Button
          size="small"
          variant="outlined"
          aria-haspopup="menu"
          startIcon={<Share2 size={14} aria-hidden />}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          Share
        </Button>
      )}
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {others.map((each) => (
          <MenuItem key={each.id} onClick={() => share(each.id, `Session shared with ${each.displayName}`)}>
            {each.displayName}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
