import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { CoachNotes_CallFragment } from '#web/gql/graphql.ts';
import { Avatar } from '#web/ui/values/Avatar.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

export const CoachNotes_call = graphql(`
  fragment CoachNotes_call on LiveCall {
    id
    notes {
      id
      text
      createdAt
      author {
        id
        displayName
        profileImageUrl
      }
    }
  }
`);

type Note = CoachNotes_CallFragment['notes'][number];
/** A note that is being sent. */
export type PendingNote = { key: string; text: string };

const listStyles = { display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' } as const;

export function NoteLine({ text, author, createdAt }: Pick<Note, 'text' | 'author'> & { createdAt: string | null }) {
  const name = author?.displayName ?? 'A coach';
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, minWidth: 0, opacity: createdAt ? 1 : 0.6 }}>
      <Avatar name={name} image={author?.profileImageUrl} size={24} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          <strong>{name}</strong> · {createdAt ? <RelativeTime at={createdAt} /> : 'Sending...'}
        </Typography>
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Typography>
      </Box>
    </Box>
  );
}

/** The notes from coaches, newest first; nothing while there are none. */
export function CoachNotes({ call }: { call: FragmentType<CoachNotes_CallFragment> }) {
  const { data, complete } = useFragment({ fragment: CoachNotes_call, from: call });
  if (!complete || data.notes.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label="Notes from coaches"
      tabIndex={0}
      sx={(theme) => ({
        p: 1.5,
        maxHeight: 240,
        overflowY: 'auto',
        borderRadius: '10px',
        border: '1px solid',
        borderColor: theme.vars.palette.tone.brand.main,
        bgcolor: theme.vars.palette.tone.brand.surface,
        // Avatars need another background than the box.
        '& li > div:first-of-type': { bgcolor: theme.vars.palette.background.paper },
      })}
    >
      <Box component="ul" sx={listStyles}>
        {data.notes.toReversed().map((note) => (
          <NoteLine key={note.id} {...note} />
        ))}
      </Box>
    </Box>
  );
}
