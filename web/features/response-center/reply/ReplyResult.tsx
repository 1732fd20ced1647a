import type { FragmentType } from '@apollo/client';
import { useMutation, useSuspenseFragment } from '@apollo/client/react';
import { Box, ButtonBase, Chip, Collapse, Typography } from '@mui/material';
import { Check, ChevronRight, Copy } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { ReplyCitation_ItemFragment, ReplyFacts_ReplyFragment, ReplyResult_ReplyFragment } from '#web/gql/graphql.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { inset } from '#web/ui/styles.ts';
import { EngineChip, FallbackNote } from '#web/ui/values/chips.tsx';
import { ReplyBody } from './ReplyBody.tsx';
import { SaveAsTemplate } from './SaveAsTemplate.tsx';

const ReplyResult_reply = graphql(`
  fragment ReplyResult_reply on AiResponse {
    id
    response
    keyPoints
    citations {
      id
      ...ReplyCitation_item
    }
    ...ReplyFacts_reply
  }
`);

type ReplyResultProps = {
  reply: FragmentType<ReplyResult_ReplyFragment>;
  /** The text shown, possibly edited. */
  text: string;
  onEdit: (text: string) => void;
};

/** A finished reply: text, confidence, key points, cited training data, and actions. */
export function ReplyResult({ reply, text, onEdit }: ReplyResultProps) {
  const { data } = useSuspenseFragment({ fragment: ReplyResult_reply, fragmentName: 'ReplyResult_reply', from: reply });
  return (
    <Box sx={[inset, { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, bgcolor: 'background.paper' }]}>
      <ReplyBody original={data.response} text={text} onChange={onEdit} />
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
      {data.citations.length > 0 && (
        <ReplySection title="Based on your training data">
          {data.citations.map((item) => (
            <ReplyCitation key={item.id} item={item} />
          ))}
        </ReplySection>
      )}
      <ReplyActions id={data.id} text={text} />
    </Box>
  );
}

const ReplyFacts_reply = graphql(`
  fragment ReplyFacts_reply on AiResponse {
    id
    confidence
    engine
    fallbackReason
    used
  }
`);

/** Confidence, the engine that generated it, and whether it has been used. */
function ReplyFacts({ reply }: { reply: FragmentType<ReplyFacts_ReplyFragment> }) {
  const { data } = useSuspenseFragment({ fragment: ReplyFacts_reply, from: reply });
  const percent = Math.round(data.confidence * 100);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}>
      <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
        {`Confidence: ${percent}%`}
      </Typography>
      <Box aria-hidden sx={{ width: 72, height: 4, borderRadius: 2, bgcolor: 'divider', overflow: 'hidden' }}>
        <Box sx={{ width: `${percent}%`, height: '100%', bgcolor: 'tone.neutral.main' }} />
      </Box>
      <EngineChip engine={data.engine} fallbackReason={data.fallbackReason} />
      {data.used && <Chip color="success" icon={<Check size={12} aria-hidden />} label="Used" />}
      <FallbackNote reason={data.fallbackReason} />
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

const ReplyCitation_item = graphql(`
  fragment ReplyCitation_item on TrainingItem {
    id
    title
    content
    category
  }
`);

/** A training item the reply is based on, expandable to its content. */
function ReplyCitation({ item }: { item: FragmentType<ReplyCitation_ItemFragment> }) {
  const { data } = useSuspenseFragment({ fragment: ReplyCitation_item, from: item });
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Box component="li" sx={{ width: '100%', borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={{
          width: '100%',
          minHeight: 40,
          px: 1,
          gap: 1,
          justifyContent: 'flex-start',
          textAlign: 'start',
          borderRadius: 1,
          '&:hover': { bgcolor: 'surface.hover' },
        }}
      >
        <Box
          component={ChevronRight}
          size={16}
          aria-hidden
          sx={{
            flexShrink: 0,
            color: 'text.secondary',
            transition: 'transform 160ms ease-out',
            transform: open ? 'rotate(90deg)' : 'none',
          }}
        />
        <Typography variant="body2" noWrap={!open} sx={{ flex: 1, fontWeight: 500 }}>
          {data.title}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {data.category.replaceAll('_', ' ')}
        </Typography>
      </ButtonBase>
      <Collapse in={open} id={id}>
        <Typography
          variant="body2"
          sx={{ pl: 4, pr: 1, pb: 1.5, pt: 0.25, color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {data.content}
        </Typography>
      </Collapse>
    </Box>
  );
}

/** Copy and Save as Template. */
function ReplyActions({ id, text }: { id: string; text: string }) {
  const { copy, copying } = useCopyReply();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <LoadingButton
        variant="contained"
        loading={copying || text.trim() === ''}
        onClick={() => copy(id, text)}
        startIcon={<Copy size={16} aria-hidden />}
      >
        {copying ? 'Copying...' : 'Copy Response'}
      </LoadingButton>
      <SaveAsTemplate id={id} text={text} />
    </Box>
  );
}

export const MarkReplyUsed = graphql(`
  mutation MarkReplyUsed($id: ID!) {
    markReplyUsed(id: $id) {
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

/** Copies a reply as shown, then marks it as used. */
function useCopyReply() {
  const [markUsed] = useMutation(MarkReplyUsed);
  const [copying, setCopying] = useState(false);

  const copy = async (id: string, text: string) => {
    setCopying(true);
    await runMutation(
      copyText(text).then(() => markUsed({ variables: { id } })),
      { done: 'Response copied to clipboard and marked as used.', failed: 'Failed to copy response.' },
    );
    setCopying(false);
  };

  return { copy, copying };
}
