import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, ButtonBase, Chip, Link, Typography } from '@mui/material';
import { FileText, Sparkles } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import type { CallCard_CallFragment } from '#web/gql/graphql.ts';
import { minutesAndSeconds } from '#web/lib/format/time.ts';
import { preloadOnIntent } from '#web/lib/lazy-with-preload.ts';
import { memoRow } from '#web/lib/memo-row.ts';
import { customerPath } from '#web/lib/paths.ts';
import { Permitted } from '#web/session/session.tsx';
import { CardItem } from '#web/ui/lists/CardGrid.tsx';
import { Highlighted } from '#web/ui/lists/Highlighted.tsx';
import { lineClamp, touchTarget } from '#web/ui/styles.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { CallDetail } from '../call/CallDrawer.tsx';
import { CallBadges, callTitle, sourceNote } from '../call-labels.tsx';
import { type CallMatch, highlightedText, matchesFirst } from '../search-highlights.ts';
import { useGenerateResponse } from '../use-generate-response.ts';
import { CallValues } from './CallValues.tsx';

/** The minimum width and estimated height of a card in pixels. */
export const CARD_WIDTH = 400;
export const CARD_HEIGHT = 412;

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

/** A call and its actions. */
export const CallCard = memoRow(function CallCard({ call, matches, editing, onEdit, onOpen }: CallCardProps) {
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
            <Box component="span" sx={lineClamp(2)}>
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
        <Typography sx={{ overflowWrap: 'anywhere', ...lineClamp(4) }}>
          <Highlighted parts={summary(data.summary)} />
        </Typography>
      )}
      <Typography
        variant="body2"
        sx={{ color: 'text.secondary', pl: 1.25, borderLeft: 2, borderColor: 'divider', overflowWrap: 'anywhere', ...lineClamp(3) }}
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
        <Permitted to="aiResponse.change">
          <Button variant="outlined" onClick={() => generate(data)} startIcon={<Sparkles size={16} aria-hidden />}>
            Generate Response
          </Button>
        </Permitted>
      </Box>
    </CardItem>
  );
});

const MAX_TAGS = 5;

/** The first tags of a call, and the number of the others. */
function CallTags({ tags, matches }: { tags: readonly string[]; matches: readonly CallMatch[] }) {
  if (tags.length === 0) return null;
  const { tag: found } = highlightedText(matches);
  const ordered = matchesFirst(tags, matches);
  const more = ordered.slice(MAX_TAGS);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {ordered.slice(0, MAX_TAGS).map((tag) => (
        <Chip key={tag} label={<Highlighted parts={found(tag)} />} />
      ))}
      {more.length > 0 && (
        <Tooltip title={more.join(', ')}>
          <Typography variant="caption" sx={{ color: 'text.secondary', lineHeight: '20px' }}>
            +{more.length} more
          </Typography>
        </Tooltip>
      )}
    </Box>
  );
}

type CallOriginProps = { createdAt: string; source: string | null; customer: { id: string; name: string } | null };

/** When a call was added, its source and its customer. */
function CallOrigin({ createdAt, source, customer }: CallOriginProps) {
  const note = sourceNote(source);
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      Added <RelativeTime at={createdAt} />
      {note && ` · ${note}`}
      {customer && (
        <>
          {' · '}
          <Link component={RouterLink} to={customerPath(customer.id)} color="inherit" sx={touchTarget}>
            {customer.name}
          </Link>
        </>
      )}
    </Typography>
  );
}
