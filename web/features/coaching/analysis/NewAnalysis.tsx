import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation } from '@apollo/client/react';
import { Box, Checkbox, Link, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { CALL_PREVIEW, COACHING_LIMITS } from '#contract/coaching.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { touchTarget } from '#web/ui/touch-target.ts';

/** Milliseconds without a keystroke after which a search is asked. */
const REST = 250;

// The dialog keeps its size while one searches.
const results = { minHeight: 'min(320px, 40dvh)' } as const;

/** The New Analysis dialog. What was chosen stays when it is closed or when it failed; only success empties it. */
export function NewAnalysis({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [words, type] = useState('');
  const search = useDebounced(words, REST).trim();
  const { analyze, analyzing } = useAnalyzeCalls();
  const choose = (id: string, checked: boolean) =>
    setChosen((before) => new Set(checked ? [...before, id] : [...before].filter((other) => other !== id)));
  const start = async () => {
    if (!(await analyze([...chosen]))) return;
    setChosen(new Set());
    type('');
    onClose();
  };
  if (!open) return null;
  return (
    <FormDialog
      title="New Analysis"
      submit={{ label: 'Start Analysis', pending: 'Analyzing...' }}
      pending={analyzing}
      ready={chosen.size > 0}
      maxWidth="sm"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <SearchField label="Search calls" placeholder="Search calls..." value={words} onChange={type} />
        <Typography role="status" variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
          {chosen.size} selected{chosen.size >= COACHING_LIMITS.calls && `, which is as many as one analysis takes`}
        </Typography>
        <Box sx={results}>
          <CallChoices search={search} chosen={chosen} onChoose={choose} />
        </Box>
      </Box>
    </FormDialog>
  );
}

type CallChoicesProps = { search: string; chosen: ReadonlySet<string>; onChoose: (id: string, checked: boolean) => void };

/** The calls that can be reviewed, each with a checkbox. */
function CallChoices({ search, chosen, onChoose }: CallChoicesProps) {
  const { calls, searching, error, retry, hasMore, loadingMore, more } = useCallsToChoose(search);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!calls) {
    return (
      <Typography role="status" sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
        Loading calls...
      </Typography>
    );
  }
  if (calls.length === 0) {
    return (
      <Typography role="status" sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
        {search ? (
          'No calls match your search.'
        ) : (
          <>
            There are no calls to analyze yet. On{' '}
            <Link component={RouterLink} to="/ai-training" sx={touchTarget}>
              AI Training
            </Link>
            , add training data of the category Transcription, or import calls from CallRail.
          </>
        )}
      </Typography>
    );
  }
  return (
    <>
      <Box component="ul" aria-label="Calls" aria-busy={searching} sx={{ display: 'grid', gap: 0.5, m: 0, p: 0, listStyle: 'none' }}>
        {calls.map((call) => (
          <li key={call.id}>
            <CallChoice
              item={call}
              checked={chosen.has(call.id)}
              full={chosen.size >= COACHING_LIMITS.calls}
              onChoose={(checked) => onChoose(call.id, checked)}
            />
          </li>
        ))}
      </Box>
      <LoadMore hasMore={hasMore && !searching} loading={loadingMore} onMore={more} />
    </>
  );
}

const CallChoice_item = graphql(`
  fragment CallChoice_item on TrainingItem {
    id
    title
    content
  }
`);

/** The beginning of what was said; never half a character. */
const preview = (content: string): string => {
  const text = content.replace(/\s+/g, ' ').trim();
  const head = [...text.slice(0, CALL_PREVIEW * 2)].slice(0, CALL_PREVIEW).join('');
  return head.length < text.length ? `${head}...` : head;
};

type CallChoiceProps = {
  item: FragmentType<typeof CallChoice_item>;
  checked: boolean;
  /** No more calls can be chosen. */
  full: boolean;
  onChoose: (checked: boolean) => void;
};

/** One call that can be reviewed: its title and the first hundred characters of it. */
function CallChoice({ item, checked, full, onChoose }: CallChoiceProps) {
  const id = useId();
  const { data, complete } = useFragment({ fragment: CallChoice_item, from: item });
  if (!complete) return null;
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        p: 1,
        borderRadius: '8px',
        cursor: 'pointer',
        bgcolor: checked ? 'surface.selected' : undefined,
        '&:hover': { bgcolor: checked ? 'surface.selected' : 'surface.hover' },
      }}
    >
      <Checkbox
        size="small"
        checked={checked}
        disabled={full && !checked}
        onChange={(_event, chosen) => onChoose(chosen)}
        slotProps={{ input: { 'aria-labelledby': `${id}-title`, 'aria-describedby': `${id}-preview` } }}
        sx={{ p: 0.5 }}
      />
      <Box sx={{ minWidth: 0, pt: 0.25 }}>
        <Typography id={`${id}-title`} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {data.title}
        </Typography>
        <Typography id={`${id}-preview`} variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {preview(data.content)}
        </Typography>
      </Box>
    </Box>
  );
}

/** Calls a page. */
const PAGE = 20;

const CallsToChoose = graphql(`
  query CallsToChoose($first: Int, $after: String, $filter: TrainingFilter) {
    trainingItems(first: $first, after: $after, filter: $filter) {
      eventCursor
      nodes {
        id
        ...CallChoice_item
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const CallsToChooseChanged = graphql(`
  subscription CallsToChooseChanged($after: EventCursor) {
    trainingItemsChanged(after: $after) {
      cursor
      kind
      id
      trainingItem {
        id
        ...CallChoice_item
      }
    }
  }
`);

/** The calls that can be reviewed: training items of category transcription, newest first. */
function useCallsToChoose(search: string) {
  const { data, ...list } = useLiveList({
    query: CallsToChoose,
    variables: { first: PAGE, filter: { category: 'transcription', search: search || null } },
    field: 'trainingItems',
    typename: 'TrainingItem',
    selectConnection: ({ trainingItems }) => trainingItems,
    changes: CallsToChooseChanged,
    changeOf: ({ trainingItemsChanged }) => trainingItemsChanged,
    filtered: true,
  });
  return { calls: data?.trainingItems.nodes, ...list };
}

const AnalyzeCalls = graphql(`
  mutation AnalyzeCalls($input: AnalyzeCallsInput!) {
    analyzeCalls(input: $input) {
      ... on CallsAnalyzed {
        transcriptionsAnalyzed
        insights
        session {
          id
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Reviews calls; the lists hear of it by themselves. Answers whether that worked. */
function useAnalyzeCalls() {
  const [mutate, { loading }] = useMutation(AnalyzeCalls);
  const analyze = async (transcriptionIds: readonly string[]): Promise<boolean> => {
    const made = await runMutation(mutate({ variables: { input: { transcriptionIds: [...transcriptionIds] } } }), {
      doneTitle: 'Analysis Complete',
      done: ({ transcriptionsAnalyzed, insights }) => `Analyzed ${transcriptionsAnalyzed} calls with ${insights} insights generated`,
      failed: 'Failed to analyze transcriptions',
    });
    return made !== null;
  };
  return { analyze, analyzing: loading };
}
