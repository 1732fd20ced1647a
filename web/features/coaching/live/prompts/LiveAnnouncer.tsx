import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { LiveNews_CallFragment } from '#web/gql/graphql.ts';
import { visuallyHidden } from '#web/ui/visually-hidden.ts';
import { isShown, KIND_WORDS } from './PromptGroup.tsx';

const LiveNews_call = graphql(`
  fragment LiveNews_call on LiveCall {
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

type Said = { id: string; isUrgent: boolean; words: string };

const saidIn = ({ prompts, notes }: Pick<LiveNews_CallFragment, 'prompts' | 'notes'>): Said[] => [
  ...prompts.filter(isShown).map(({ id, kind, text }) => ({ id, isUrgent: kind === 'urgent', words: `${KIND_WORDS[kind]}: ${text}` })),
  ...notes.map(({ id, text, author }) => ({ id, isUrgent: false, words: `Note from ${author?.displayName ?? 'a coach'}: ${text}` })),
];

/** Reads out what is new, each thing once: urgent alerts at once, everything else when there is a pause. */
export function LiveAnnouncer({ call }: { call: FragmentType<LiveNews_CallFragment> }) {
  const { data, complete } = useFragment({ fragment: LiveNews_call, from: call });
  const known = useRef<ReadonlySet<string> | null>(null);
  const [news, setNews] = useState<readonly Said[]>([]);
  useEffect(() => {
    if (!complete) return;
    const said = saidIn(data);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...said.map(({ id }) => id)]);
    const fresh = before ? said.filter(({ id }) => !before.has(id)) : [];
    if (fresh.length > 0) setNews(fresh);
  }, [data, complete]);

  return (
    <>
      <Box role="alert" sx={visuallyHidden}>
        {wordsOf(news.filter(({ isUrgent }) => isUrgent))}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {wordsOf(news.filter(({ isUrgent }) => !isUrgent))}
      </Box>
    </>
  );
}

// A new element each time: the same words said again are read out again.
const wordsOf = (said: readonly Said[]) => said.map(({ id, words }) => <p key={id}>{words}</p>);
