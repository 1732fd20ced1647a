import type { FragmentType } from '@apollo/client';
import { useMutation, useSuspenseFragment } from '@apollo/client/react';
import { Box, Button, Chip, Typography } from '@mui/material';
import { Check, CircleAlert, CircleCheck, CircleHelp, Copy, ThumbsDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { DISCARD_REASON_LABELS } from '#contract/discard-reasons.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { ReplyActions_ReplyFragment, ReplyFacts_ReplyFragment, ReplyResult_ReplyFragment } from '#web/gql/graphql.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { lazyWithPreload, preloadOnIntent } from '#web/lib/lazy-with-preload.ts';
import { Permitted } from '#web/session/session.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { inset } from '#web/ui/styles.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { EngineChip, FallbackNote } from '#web/ui/values/chips.tsx';
import { Contradictions } from './Contradictions.tsx';
import { type ConfidenceLevel, confidenceLevel } from './confidence.ts';
import { gapCount, ReplyBody } from './ReplyBody.tsx';
import { ReplySources } from './ReplySources.tsx';
import { placeholdersIn } from './ReplyText.tsx';
import { SaveAsTemplate } from './SaveAsTemplate.tsx';
import { contradictionsIn, inEditedText, sourcedSentences } from './sentence-sources.ts';

const DiscardReply = lazyWithPreload(() => import('./DiscardReply.tsx').then((m) => m.DiscardReply));

const ReplyResult_reply = graphql(`
  fragment ReplyResult_reply on AiResponse {
    id
    response
    keyPoints
    sources {
      title
      passage
      ranges {
        start
        end
      }
    }
    citations {
      id
    }
    ...ReplyFacts_reply
    ...ReplySources_reply
    ...ReplyActions_reply
  }
`);

type ReplyResultProps = {
  reply: FragmentType<ReplyResult_ReplyFragment>;
  /** The text shown, possibly edited. */
  text: string;
  onEdit: (text: string) => void;
};

/** A finished reply: text, confidence, key points, sources, and actions. */
export function ReplyResult({ reply, text, onEdit }: ReplyResultProps) {
  const { data } = useSuspenseFragment({ fragment: ReplyResult_reply, fragmentName: 'ReplyResult_reply', from: reply });
  const [active, setActive] = useState<readonly number[]>([]);
  const { sources } = data;
  const sentences = inEditedText(sourcedSentences(sources), data.response, text);
  return (
    <Box sx={[inset, { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, bgcolor: 'background.paper' }]}>
      <Contradictions
        contradictions={contradictionsIn(placeholdersIn(text), sentences)}
        text={text}
        titles={sources.map(({ title }) => title)}
        onChange={onEdit}
      />
      <ReplyBody
        original={data.response}
        text={text}
        onChange={onEdit}
        sourced={{
          sentences,
          active,
          onActive: setActive,
          describe: (positions) => <SourcePreview sources={positions.flatMap((position) => sources[position] ?? [])} />,
        }}
      />
      <ReplyFacts reply={data} />
      {data.keyPoints.length > 0 && (
        <ReplySection title="Key Points">
          {[...new Set(data.keyPoints)].map((point) => (
            <Box component="li" key={point} sx={{ minWidth: 0, '& > span': { whiteSpace: 'normal' } }}>
              <Chip label={point} />
            </Box>
          ))}
        </ReplySection>
      )}
      {sources.length + data.citations.length > 0 && (
        <ReplySection title="Based on">
          <ReplySources reply={data} active={active} onActive={setActive} />
        </ReplySection>
      )}
      <ReplyActions reply={data} text={text} />
    </Box>
  );
}

/** What a sentence rests on, in a tooltip. */
const SourcePreview = ({ sources }: { sources: readonly { title: string; passage: string }[] }) =>
  sources.map(({ title, passage }) => (
    <Box key={`${title} ${passage}`} sx={{ '& + &': { mt: 1 }, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 600 }}>{title}</Box>
      <Box sx={{ fontWeight: 400 }}>{passage}</Box>
    </Box>
  ));

const ReplyFacts_reply = graphql(`
  fragment ReplyFacts_reply on AiResponse {
    id
    confidence
    engine
    fallbackReason
    used
    discardReason
  }
`);

const LEVEL_ICONS = { Sure: CircleCheck, Check: CircleAlert, Unsure: CircleHelp } as const satisfies Record<
  ConfidenceLevel['label'],
  typeof CircleCheck
>;

/** Confidence, the engine that generated it, and what became of it. */
function ReplyFacts({ reply }: { reply: FragmentType<ReplyFacts_ReplyFragment> }) {
  const { data } = useSuspenseFragment({ fragment: ReplyFacts_reply, from: reply });
  const percent = Math.round(data.confidence * 100);
  const { label, tone, explanation } = confidenceLevel(data.confidence);
  const Icon = LEVEL_ICONS[label];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}>
      <Chip color={tone} icon={<Icon size={12} aria-hidden />} label={label} />
      <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
        {`Confidence: ${percent}%`}
      </Typography>
      <EngineChip engine={data.engine} fallbackReason={data.fallbackReason} />
      {data.used && <Chip color="success" icon={<Check size={12} aria-hidden />} label="Used" />}
      {data.discardReason && (
        <Chip icon={<ThumbsDown size={12} aria-hidden />} label={`Discarded: ${DISCARD_REASON_LABELS[data.discardReason]}`} />
      )}
      <Typography variant="body2" sx={{ flexBasis: '100%', color: 'text.secondary' }}>
        {explanation}
      </Typography>
      <FallbackNote reason={data.fallbackReason} what="reply" />
    </Box>
  );
}

type ReplySectionProps = { title: string; children: ReactNode };

/** A list below the reply with a small heading. */
function ReplySection({ title, children }: ReplySectionProps) {
  const id = useId();
  return (
    <Box>
      <Typography variant="caption" component="h4" id={id} sx={{ color: 'text.secondary', fontWeight: 500, mb: 0.75 }}>
        {title}
      </Typography>
      <Box component="ul" aria-labelledby={id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, m: 0, p: 0, listStyle: 'none' }}>
        {children}
      </Box>
    </Box>
  );
}

const ReplyActions_reply = graphql(`
  fragment ReplyActions_reply on AiResponse {
    id
  }
`);

/** Copy, Save as Template and Discard. Copying a text with gaps asks first. */
function ReplyActions({ reply, text }: { reply: FragmentType<ReplyActions_ReplyFragment>; text: string }) {
  const { id } = useSuspenseFragment({ fragment: ReplyActions_reply, from: reply }).data;
  const { copy, copying } = useCopyReply();
  const [dialog, setDialog] = useState<'gaps' | 'discard' | null>(null);
  const gaps = placeholdersIn(text);
  const close = () => setDialog(null);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <LoadingButton
        variant="contained"
        loading={copying || text.trim() === ''}
        onClick={() => (gaps.length > 0 ? setDialog('gaps') : copy(id, text))}
        startIcon={<Copy size={16} aria-hidden />}
      >
        {copying ? 'Copying...' : 'Copy Response'}
      </LoadingButton>
      <Permitted to="emailTemplate.change">
        <SaveAsTemplate id={id} text={text} />
      </Permitted>
      <Tooltip title="Not good enough to send" describeChild>
        <Button
          {...preloadOnIntent(DiscardReply)}
          variant="outlined"
          onClick={() => setDialog('discard')}
          startIcon={<ThumbsDown size={16} aria-hidden />}
        >
          Discard
        </Button>
      </Tooltip>
      {dialog === 'gaps' && (
        <ConfirmDialog
          title={`Copy with ${gapCount(gaps.length).replace(' to fill in', '')}?`}
          action={{ label: 'Copy Anyway', pending: 'Copying...' }}
          onConfirm={() => copy(id, text)}
          onClose={close}
        >
          {`${gapCount(gaps.length)}: ${gaps.map(({ start, end }) => text.slice(start, end)).join(' ')}`}
        </ConfirmDialog>
      )}
      <LazyOverlay onError={close}>{dialog === 'discard' && <DiscardReply id={id} onClose={close} />}</LazyOverlay>
    </Box>
  );
}

export const MarkReplyUsed = graphql(`
  mutation MarkReplyUsed($id: ID!, $sentText: String) {
    markReplyUsed(id: $id, sentText: $sentText) {
      ... on AiResponse {
        id
        used
        usedAt
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Copies a reply as shown, then marks it as used with that text; returns whether both worked. */
function useCopyReply() {
  const [markUsed] = useMutation(MarkReplyUsed);
  const [copying, setCopying] = useState(false);

  const copy = async (id: string, text: string): Promise<boolean> => {
    setCopying(true);
    const used = await runMutation(
      copyText(text).then(() => markUsed({ variables: { id, sentText: text } })),
      { done: 'Response copied to clipboard and marked as used.', failed: 'Failed to copy response.' },
    );
    setCopying(false);
    return used !== null;
  };

  return { copy, copying };
}
