import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation } from '@apollo/client/react';
import { Box, Checkbox, Link, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { CALL_PREVIEW, COACHING_LIMITS } from '#contract/coaching.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { useDebounced } from '#web/lib/use-throttled.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { touchTarget } from '#web/ui/styles.ts';

const DEBOUNCE_MS = 250;

// The dialog keeps its size while searching.
const resultsStyles = { minHeight: 'min(320px, 40dvh)' } as const;

/** The New Analysis dialog. The selection stays when it is closed or fails; only success clears it. */
export function NewAnalysis({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [searchText, setSearchText] = useState('');
  const search = useDebounced(searchText, DEBOUNCE_MS).trim();
  const { analyze, analyzing } = useAnalyzeCalls();
  const select = (id: string, checked: boolean) =>
    setSelectedIds((previous) => new Set(checked ? [...previous, id] : [...previous].filter((other) => other !== id)));
  const submit = async () => {
    if (!(await analyze([...selectedIds]))) return;
    setSelectedIds(new Set());
    setSearchText('');
    onClose();
  };
  if (!open) return null;
  return (
    <FormDialog
      title="New Analysis"
      submit={{ label: 'Start Analysis', pending: 'Analyzing...' }}
      pending={analyzing}
      ready={selectedIds.size > 0}
      maxWidth="sm"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <SearchField label="Search calls" placeholder="Search calls..." value={searchText} onChange={setSearchText} />
        <Typography role="status" variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
          {selectedIds.size} selected{selectedIds.size >= COACHING_LIMITS.calls && ` (maximum)`}
        </Typography>
        <Box sx={resultsStyles}>
          <CallOptions search={search} selectedIds={selectedIds} onSelect={select} />
        </Box>
      </Box>
    </FormDialog>
  );
}

type CallOptionsProps = { search: string; selectedIds: ReadonlySet<string>; onSelect: (id: string, checked: boolean) => void };

/** The calls that can be analyzed, each with a checkbox. */
function CallOptions({ search, selectedIds, onSelect }: CallOptionsProps) {
  const { calls, searching, error, retry, hasMore, more } = useAnalyzableCalls(search);
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
            No calls to analyze yet. In{' '}
            <Link component={RouterLink} to="/ai-training" sx={touchTarget}>
              AI Training
            </Link>
            , add training data in the Transcription category or import calls from CallRail.
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
            <CallOption
              item={call}
              checked={selectedIds.has(call.id)}
              isFull={selectedIds.size >= COACHING_LIMITS.calls}
              onSelect={(checked) => onSelect(call.id, checked)}
            />
          </li>
        ))}
      </Box>
      <LoadMore hasMore={hasMore && !searching} onMore={more} />
    </>
  );
}

const CallOption_item = graphql(`
  fragment CallOption_item on TrainingItem {
    id
    title
    content
  }
`);

/** The beginning of a call, cut between characters. */
const preview = (content: string): string => {
  const text = content.replace(/\s+/g, ' ').trim();
  const head = [...text.slice(0, CALL_PREVIEW * 2)].slice(0, CALL_PREVIEW).join('');
  return head.length < text.length ? `${head}...` : head;
};

type CallOptionProps = {
  item: FragmentType<typeof CallOption_item>;
  checked: boolean;
  /** The maximum number of calls is selected. */
  isFull: boolean;
  onSelect: (checked: boolean) => void;
};

/** A call to select: its title and first hundred characters. */
function CallOption({ item, checked, isFull, onSelect }: CallOptionProps) {
  const id = useId();
  const { data, complete } = useFragment({ fragment: CallOption_item, from: item });
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
        disabled={isFull && !checked}
        onChange={(_event, selectedIds) => onSelect(selectedIds)}
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

const PAGE_SIZE = 20;

const AnalyzableCalls = graphql(`
  query AnalyzableCalls($first: Int, $after: String, $filter: TrainingFilter) {
    trainingItems(first: $first, after: $after, filter: $filter) {
      eventCursor
      nodes {
        id
        ...CallOption_item
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const AnalyzableCallsChanged = graphql(`
  subscription AnalyzableCallsChanged($after: EventCursor) {
    trainingItemsChanged(after: $after) {
      cursor
      kind
      id
      trainingItem {
        id
        ...CallOption_item
      }
    }
  }
`);

/** The calls that can be analyzed: training items of category transcription, newest first. */
function useAnalyzableCalls(search: string) {
  const { data, ...list } = useLiveList({
    query: AnalyzableCalls,
    variables: { first: PAGE_SIZE, filter: { category: 'transcription', search: search || null } },
    field: 'trainingItems',
    typename: 'TrainingItem',
    selectConnection: ({ trainingItems }) => trainingItems,
    changes: AnalyzableCallsChanged,
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

/** Analyzes calls; the lists update through their subscription. Returns whether that worked. */
function useAnalyzeCalls() {
  const [mutate, { loading }] = useMutation(AnalyzeCalls);
  const analyze = async (transcriptionIds: readonly string[]): Promise<boolean> => {
    const analysis = await runMutation(mutate({ variables: { input: { transcriptionIds: [...transcriptionIds] } } }), {
      doneTitle: 'Analysis Complete',
      done: ({ transcriptionsAnalyzed, insights }) => `Analyzed ${transcriptionsAnalyzed} calls with ${insights} insights generated`,
      failed: 'Failed to analyze transcriptions',
    });
    return analysis !== null;
  };
  return { analyze, analyzing: loading };
}
