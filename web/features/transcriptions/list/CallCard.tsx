import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, ButtonBase, Typography } from '@mui/material';
import { FileText, Sparkles } from 'lucide-react';
import { graphql } from '#web/gql/gql.ts';
import type { CallCard_CallFragment } from '#web/gql/graphql.ts';
import { minutesAndSeconds } from '#web/lib/format/duration.ts';
import { preloadOnIntent } from '#web/lib/lazy-with-preload.ts';
import { CardItem } from '#web/ui/lists/CardGrid.tsx';
import { Highlighted } from '#web/ui/lists/Highlighted.tsx';
import { touchTarget } from '#web/ui/touch-target.ts';
import { CallBadges } from '../CallBadges.tsx';
import { CallDetail } from '../call/CallDrawer.tsx';
import { callTitle } from '../call-labels.ts';
import { type CallMatch, highlightedText } from '../search-highlights.ts';
import { useGenerateResponse } from '../use-generate-response.ts';
import { CallOrigin } from './CallOrigin.tsx';
import { CallTags } from './CallTags.tsx';
import { CallValues } from './CallValues.tsx';
import { CARD_HEIGHT } from './card-size.ts';
import { clamped } from './clamped.ts';

const CallCard_call = graphql(`
  fragment CallCard_call on Transcription {
    id
    title
    summary
    preview
    duration
    type
    sentiment
    tags
    callValue
    priority
    source
    createdAt
    updatedAt
    need
    customer {
      id
      name
    }
  }
`);

const titleButton = {
  ...touchTarget,
  font: 'inherit',
  letterSpacing: 'inherit',
  textAlign: 'left',
  overflowWrap: 'anywhere',
  borderRadius: '4px',
  '&:hover': { textDecoration: 'underline' },
} as const;

type CallCardProps = {
  call: FragmentType<CallCard_CallFragment>;
  matches: readonly CallMatch[];
  editing: boolean;
  onEdit: (edit: boolean) => void;
  onOpen: () => void;
};

/** One call: what it was about, how it went, what it is worth, and what can be done with it. */
export function CallCard({ call, matches, editing, onEdit, onOpen }: CallCardProps) {
  const { data, complete } = useFragment({ fragment: CallCard_call, from: call });
  const generate = useGenerateResponse();
  if (!complete) return null;
  const { title, summary, excerpts } = highlightedText(matches);
  const name = callTitle(data);
  return (
    <CardItem height={CARD_HEIGHT} label={name}>
      <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, alignItems: 'flex-start', gap: 1.5, rowGap: 0.75 }}>
        <Typography variant="h2" component="h2" sx={{ flex: { xs: '1 0 100%', sm: 1 }, minWidth: 0 }}>
          <ButtonBase {...preloadOnIntent(CallDetail)} onClick={onOpen} sx={titleButton}>
            <Box component="span" sx={clamped(2)}>
              <Highlighted parts={title(name)} />
            </Box>
          </ButtonBase>
        </Typography>
        {data.duration != null && (
          <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
            {minutesAndSeconds(data.duration)}
          </Typography>
        )}
        <CallBadges type={data.type} sentiment={data.sentiment} />
      </Box>
      {data.summary && (
        <Typography sx={{ overflowWrap: 'anywhere', ...clamped(4) }}>
          <Highlighted parts={summary(data.summary)} />
        </Typography>
      )}
      <Typography
        variant="body2"
        sx={{ color: 'text.secondary', pl: 1.25, borderLeft: 2, borderColor: 'divider', overflowWrap: 'anywhere', ...clamped(3) }}
      >
        {excerpts.length > 0
          ? excerpts.map((parts, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: excerpts have nothing else, and never change places
              <span key={at}>
                {at === 0 && '… '}
                <Highlighted parts={parts} />
                {' … '}
              </span>
            ))
          : data.preview}
      </Typography>
      <CallTags tags={data.tags} matches={matches} />
      <Box sx={{ flex: 1 }} />
      <CallValues
        id={data.id}
        callValue={data.callValue}
        priority={data.priority}
        updatedAt={data.updatedAt}
        editing={editing}
        onEdit={onEdit}
      />
      <CallOrigin createdAt={data.createdAt} source={data.source} customer={data.customer} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button {...preloadOnIntent(CallDetail)} variant="outlined" onClick={onOpen} startIcon={<FileText size={16} aria-hidden />}>
          View Full
        </Button>
        <Button variant="outlined" onClick={() => generate(data)} startIcon={<Sparkles size={16} aria-hidden />}>
          Generate Response
        </Button>
      </Box>
    </CardItem>
  );
}
