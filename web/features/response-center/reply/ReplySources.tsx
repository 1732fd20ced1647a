import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import type { ReplySourceKind, ReplySources_ReplyFragment } from '#web/gql/graphql.ts';
import { callPath, leadPath, orderPath, trainingItemPath } from '#web/lib/paths.ts';
import { touchTarget } from '#web/ui/styles.ts';

export const ReplySources_reply = graphql(`
  fragment ReplySources_reply on AiResponse {
    id
    sources {
      kind
      title
      passage
      ranges {
        start
        end
      }
      trainingItem {
        id
      }
      order {
        id
      }
      lead {
        id
      }
      transcription {
        id
      }
    }
    citations {
      id
      title
    }
  }
`);

type Source = ReplySources_ReplyFragment['sources'][number];

const KIND_LABELS = {
  training_item: 'Training data',
  order: 'Order',
  lead: 'Lead',
  transcription: 'Call',
} as const satisfies Record<ReplySourceKind, string>;

/** The address of a source; null where it was deleted. */
function pathOf({ trainingItem, order, lead, transcription }: Source): string | null {
  if (trainingItem) return trainingItemPath(trainingItem.id);
  if (order) return orderPath(order.id);
  if (lead) return leadPath(lead.id);
  return transcription && callPath(transcription.id);
}

type ReplySourcesProps = {
  reply: FragmentType<ReplySources_ReplyFragment>;
  /** The sources that are pointed at, by position. */
  active: readonly number[];
  onActive: (sources: readonly number[]) => void;
};

/** What the reply rests on: each source with its passage and a link to it. Pointing at one highlights its sentences. */
export function ReplySources({ reply, active, onActive }: ReplySourcesProps) {
  const { sources, citations } = useSuspenseFragment({ fragment: ReplySources_reply, from: reply }).data;
  const shown = new Set(sources.map(({ trainingItem }) => trainingItem?.id));
  const others = citations.filter(({ id }) => !shown.has(id));
  return (
    <>
      {sources.map((source, position) => (
        <SourceRow
          key={`${source.kind} ${source.title} ${source.passage}`}
          number={position + 1}
          title={source.title}
          kind={KIND_LABELS[source.kind]}
          path={pathOf(source)}
          isActive={active.includes(position)}
          onActive={(isActive) => onActive(isActive ? [position] : [])}
        >
          {source.passage}
        </SourceRow>
      ))}
      {others.map(({ id, title }) => (
        <SourceRow key={id} title={title} kind={KIND_LABELS.training_item} path={trainingItemPath(id)} />
      ))}
    </>
  );
}

type SourceRowProps = {
  /** Where it is in the list, from 1; left out where no sentence can rest on it. */
  number?: number;
  title: string;
  kind: string;
  path: string | null;
  isActive?: boolean;
  onActive?: (isActive: boolean) => void;
  children?: ReactNode;
};

function SourceRow({ number, title, kind, path, isActive = false, onActive, children }: SourceRowProps) {
  return (
    <Box
      component="li"
      onMouseEnter={() => onActive?.(true)}
      onMouseLeave={() => onActive?.(false)}
      onFocus={() => onActive?.(true)}
      onBlur={() => onActive?.(false)}
      sx={{
        width: '100%',
        px: 1,
        py: 1,
        borderRadius: 1,
        borderLeft: '3px solid',
        borderLeftColor: isActive ? 'primary.main' : 'transparent',
        bgcolor: isActive ? 'tone.brand.surface' : undefined,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        {number !== undefined && (
          <Typography variant="caption" className="tabular" sx={{ color: 'text.secondary' }}>
            {number}
          </Typography>
        )}
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', typography: 'body2', fontWeight: 500 }}>
          {path === null ? (
            title
          ) : (
            <Link component={RouterLink} to={path} sx={touchTarget}>
              {title}
            </Link>
          )}
        </Box>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {path === null ? `${kind} · deleted` : kind}
        </Typography>
      </Box>
      {children && (
        <Typography component="blockquote" variant="body2" sx={{ m: 0, mt: 0.25, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {children}
        </Typography>
      )}
    </Box>
  );
}
