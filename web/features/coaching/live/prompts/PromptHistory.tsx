import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Chip, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { PromptHistory_CallFragment } from '#web/gql/graphql.ts';
import { EngineChip } from '#web/ui/values/chips.tsx';
import { formatTimer } from '../CallTimer.tsx';
import { isVisible, KIND_LABELS, PromptGroup } from './PromptGroup.tsx';

const PromptHistory_call = graphql(`
  fragment PromptHistory_call on LiveCall {
    id
    status
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

/** When a prompt was shown, and how it ended. One that came up again was not resolved but repeated. */
function formatStatus({ rule, since, withdrawn, dismissed }: Prompt, prompts: readonly Prompt[]): string {
  const isRepeated = prompts.some((other) => other.rule === rule && other.since === withdrawn);
  if (withdrawn !== null) return `${formatTimer(since)}, ${isRepeated ? 'repeated' : 'resolved'} at ${formatTimer(withdrawn)}`;
  return dismissed === null ? `since ${formatTimer(since)}` : `${formatTimer(since)}, dismissed by the rep`;
}

/** One line for each rule that showed a prompt, in the order of the call: its last prompt, and how often it came up. */
function summarize(prompts: readonly Prompt[]): readonly { readonly prompt: Prompt; readonly count: string }[] {
  return [...Map.groupBy(prompts, ({ rule }) => rule).values()].flatMap((some) => {
    const prompt = some.at(-1);
    if (!prompt) return [];
    const when = formatTimer(prompt.since);
    return [{ prompt, count: some.length === 1 ? `Once, at ${when}` : `${some.length} times, last at ${when}` }];
  });
}

/** The prompts the rep sees, newest first; then, in gray, those resolved or dismissed. Of a call that is over, one line for each rule. */
export function PromptHistory({ call }: { call: FragmentType<PromptHistory_CallFragment> }) {
  const { data, complete } = useFragment({ fragment: PromptHistory_call, from: call });
  if (!complete) return null;
  if (data.status !== 'active')
    return (
      <PromptGroup title="Coaching in this call" emptyText="No prompts were shown." isEmpty={data.prompts.length === 0}>
        {summarize(data.prompts).map(({ prompt: { rule, kind, text }, count }) => (
          <Box component="li" key={rule} sx={rowStyles}>
            <Chip color="neutral" label={KIND_LABELS[kind]} />
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="body2">{text}</Typography>
              <Typography variant="caption" className="tabular" sx={{ color: 'text.secondary' }}>
                {count}
              </Typography>
            </Box>
          </Box>
        ))}
      </PromptGroup>
    );
  const newest = data.prompts.toReversed();
  const prompts = [...newest.filter(isVisible), ...newest.filter((prompt) => !isVisible(prompt))];
  return (
    <PromptGroup title="Prompts shown to the rep" emptyText="No prompts yet." isEmpty={prompts.length + data.tips.length === 0}>
      {prompts.map((prompt) => (
        <Box component="li" key={prompt.id} data-past={!isVisible(prompt) || undefined} sx={rowStyles}>
          <Chip color={isVisible(prompt) ? TONES[prompt.kind] : 'neutral'} label={KIND_LABELS[prompt.kind]} />
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" className="text">
              {prompt.text}
            </Typography>
            <Typography variant="caption" className="tabular" sx={{ color: 'text.secondary' }}>
              {formatStatus(prompt, prompts)}
            </Typography>
          </Box>
        </Box>
      ))}
      {data.tips.map(({ text, at, engine }) => (
        <Box component="li" key={`${at} ${text}`} sx={rowStyles}>
          <EngineChip engine={engine} />
          <Typography variant="body2">{text}</Typography>
        </Box>
      ))}
    </PromptGroup>
  );
}

const rowStyles = {
  display: 'grid',
  gridTemplateColumns: '64px minmax(0, 1fr)',
  placeItems: 'start',
  gap: 1,
  overflowWrap: 'anywhere',
  '&[data-past] .text': { color: 'text.secondary' },
} as const;
