import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { PromptHistory_CallFragment } from '#web/gql/graphql.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { EngineBadge } from '#web/ui/values/EngineBadge.tsx';
import { timerText } from '../CallTimer.tsx';
import { isShown, KIND_WORDS, PromptGroup } from './PromptGroup.tsx';

const PromptHistory_call = graphql(`
  fragment PromptHistory_call on LiveCall {
    id
    prompts {
      id
      rule
      kind
      text
      since
      withdrawn
      dismissed
    }
    tips {
      text
      at
      engine
    }
  }
`);

const TONES = { urgent: 'error', insight: 'info', tip: 'neutral' } as const;

type Prompt = PromptHistory_CallFragment['prompts'][number];

/** What became of a prompt, and when. One that still held after a while is not corrected, but said again. */
function fate({ rule, since, withdrawn, dismissed }: Prompt, all: readonly Prompt[]): string {
  const isSaidAgain = all.some((other) => other.rule === rule && other.since === withdrawn);
  if (withdrawn !== null) return `${timerText(since)}, ${isSaidAgain ? 'said again' : 'corrected'} at ${timerText(withdrawn)}`;
  return dismissed === null ? `since ${timerText(since)}` : `${timerText(since)}, put away by the rep`;
}

/** What the rep has on screen, newest first; then, in grey, what was taken back or put away. */
export function PromptHistory({ call }: { call: FragmentType<PromptHistory_CallFragment> }) {
  const { data, complete } = useFragment({ fragment: PromptHistory_call, from: call });
  if (!complete) return null;
  const newest = data.prompts.toReversed();
  const prompts = [...newest.filter(isShown), ...newest.filter((prompt) => !isShown(prompt))];
  return (
    <PromptGroup title="What the rep is told" none="No prompts so far." isEmpty={prompts.length + data.tips.length === 0}>
      {prompts.map((prompt) => (
        <Box component="li" key={prompt.id} data-past={!isShown(prompt) || undefined} sx={row}>
          <Badge tone={isShown(prompt) ? TONES[prompt.kind] : 'neutral'}>{KIND_WORDS[prompt.kind]}</Badge>
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" className="text">
              {prompt.text}
            </Typography>
            <Typography variant="caption" className="tabular" sx={{ color: 'text.secondary' }}>
              {fate(prompt, prompts)}
            </Typography>
          </Box>
        </Box>
      ))}
      {data.tips.map(({ text, at, engine }) => (
        <Box component="li" key={`${at} ${text}`} sx={row}>
          <EngineBadge engine={engine} />
          <Typography variant="body2">{text}</Typography>
        </Box>
      ))}
    </PromptGroup>
  );
}

const row = {
  display: 'grid',
  gridTemplateColumns: '64px minmax(0, 1fr)',
  placeItems: 'start',
  gap: 1,
  overflowWrap: 'anywhere',
  '&[data-past] .text': { color: 'text.secondary' },
} as const;
