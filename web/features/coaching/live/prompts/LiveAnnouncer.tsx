import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { LiveAnnouncer_CallFragment } from '#web/gql/graphql.ts';
import { visuallyHidden } from '#web/ui/styles.ts';
import { isVisible, KIND_LABELS } from './PromptGroup.tsx';

const LiveAnnouncer_call = graphql(`
  fragment LiveAnnouncer_call on LiveCall {
    id
    prompts {
      id
      kind
      text
      withdrawn
      dismissed
    }
    notes {
      id
      text
      author {
        id
        displayName
      }
    }
  }
`);

type Announcement = { id: string; isUrgent: boolean; text: string };

const announcementsOf = ({ prompts, notes }: Pick<LiveAnnouncer_CallFragment, 'prompts' | 'notes'>): Announcement[] => [
  ...prompts.filter(isVisible).map(({ id, kind, text }) => ({ id, isUrgent: kind === 'urgent', text: `${KIND_LABELS[kind]}: ${text}` })),
  ...notes.map(({ id, text, author }) => ({ id, isUrgent: false, text: `Note from ${author?.displayName ?? 'a coach'}: ${text}` })),
];

/** Announces new prompts and notes to screen readers once each: alerts assertively, the rest politely. */
export function LiveAnnouncer({ call }: { call: FragmentType<LiveAnnouncer_CallFragment> }) {
  const { data, complete } = useFragment({ fragment: LiveAnnouncer_call, from: call });
  const announcedIds = useRef<ReadonlySet<string> | null>(null);
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>([]);
  useEffect(() => {
    if (!complete) return;
    const current = announcementsOf(data);
    const previous = announcedIds.current;
    announcedIds.current = new Set([...(previous ?? []), ...current.map(({ id }) => id)]);
    const added = previous ? current.filter(({ id }) => !previous.has(id)) : [];
    if (added.length > 0) setAnnouncements(added);
  }, [data, complete]);

  return (
    <>
      <Box role="alert" sx={visuallyHidden}>
        {renderAnnouncements(announcements.filter(({ isUrgent }) => isUrgent))}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {renderAnnouncements(announcements.filter(({ isUrgent }) => !isUrgent))}
      </Box>
    </>
  );
}

// A new element each time, so that a repeated text is announced again.
const renderAnnouncements = (current: readonly Announcement[]) => current.map(({ id, text }) => <p key={id}>{text}</p>);
