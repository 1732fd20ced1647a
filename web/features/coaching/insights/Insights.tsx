import { Box, Paper } from '@mui/material';
import { Lightbulb } from 'lucide-react';
import { PRIORITIES, type Priority } from '#contract/call.ts';
import { INSIGHT_CATEGORIES, INSIGHT_CATEGORY_LABELS, type InsightCategory } from '#contract/coaching.ts';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';
import { useListFocus } from '#web/lib/use-focus-fallback.ts';
import { FilterSelect } from '#web/ui/fields/FilterSelect.tsx';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { ListToolbar } from '#web/ui/lists/ListToolbar.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { PRIORITY_LABELS } from '#web/ui/values/chips.tsx';
import { CoachingChanged } from '../coaching-changes.ts';
import { CoachingEmptyState, CoachingLoading } from '../coaching-states.tsx';
import { PersonFilter, usePerson } from '../PersonFilter.tsx';
import { InsightCard } from './InsightCard.tsx';

const PAGE_SIZE = 20;

const CoachingInsights = graphql(`
  query CoachingInsights($first: Int!, $after: String, $filter: CoachingInsightFilter) {
    coachingInsights(first: $first, after: $after, filter: $filter) {
      eventCursor
      nodes {
        id
        ...InsightCard_insight
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** The insights of a person, or all that the viewer may read, newest first, kept up to date by a subscription. */
function useInsights({ category, priority, state }: InsightFilter, person: string | null) {
  const isImplemented = state === null ? null : state === 'implemented';
  const { data, ...list } = useLiveList({
    query: CoachingInsights,
    variables: { first: PAGE_SIZE, filter: { category, priority, isImplemented, userId: person } },
    field: 'coachingInsights',
    typename: 'CoachingInsight',
    selectConnection: ({ coachingInsights }) => coachingInsights,
    changes: CoachingChanged,
    changeOf: ({ coachingChanged }) => coachingChanged,
    filtered: state !== null,
  });
  return { insights: data?.coachingInsights.nodes, ...list };
}

/** Minimum width of a card in pixels; quotes need room. */
const CARD_WIDTH = 460;

/** The Insights tab. */
export function Insights({ onAnalyze }: { onAnalyze: () => void }) {
  const { filter } = useInsightFilter();
  const { person } = usePerson();
  const { insights, searching, error, retry, hasMore, more } = useInsights(filter, person);
  const listFocus = useListFocus();
  const isFiltered = person !== null || Object.values(filter).some((value) => value !== null);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!insights) return <CoachingLoading />;
  if (insights.length === 0 && !isFiltered) {
    return <CoachingEmptyState title="No insights yet" hint="Analyze a few calls to get insights." onAnalyze={onAnalyze} />;
  }
  return (
    <>
      <InsightFilters />
      <Box {...listFocus} sx={{ '&:focus-visible': { outline: 'none' } }}>
        {insights.length === 0 ? (
          <Paper>
            <EmptyState icon={<Lightbulb size={18} />} title="No matching insights" hint="Try a different category, priority or status." />
          </Paper>
        ) : (
          <CardGrid label="Insights" width={CARD_WIDTH} fading={searching}>
            {insights.map((insight) => (
              <InsightCard key={insight.id} insight={insight} />
            ))}
          </CardGrid>
        )}
      </Box>
      <LoadMore hasMore={hasMore && !searching} onMore={more} />
    </>
  );
}

const STATE_LABELS = { active: 'Active', implemented: 'Implemented' } as const;

/** Filters by person, category, priority and status. */
function InsightFilters() {
  const { filter, choose } = useInsightFilter();
  return (
    <ListToolbar>
      <PersonFilter all="Everyone" />
      <FilterSelect
        label="Category"
        value={filter.category}
        all="All categories"
        options={INSIGHT_CATEGORIES.map((category) => [category, INSIGHT_CATEGORY_LABELS[category]])}
        onChoose={(value) => choose('category', value)}
      />
      <FilterSelect
        label="Priority"
        value={filter.priority}
        all="Any priority"
        options={PRIORITIES.toReversed().map((priority) => [priority, PRIORITY_LABELS[priority]])}
        onChoose={(value) => choose('priority', value)}
      />
      <FilterSelect
        label="Status"
        value={filter.state}
        all="Any status"
        options={STATES.map((state) => [state, STATE_LABELS[state]])}
        onChoose={(value) => choose('state', value)}
      />
    </ListToolbar>
  );
}

export const STATES = ['active', 'implemented'] as const;
type State = (typeof STATES)[number];

export type InsightFilter = {
  readonly category: InsightCategory | null;
  readonly priority: Priority | null;
  readonly state: State | null;
};

/** Which insights are shown, by the URL. */
export function useInsightFilter() {
  const { getOneOf, set } = useFilterParam<keyof InsightFilter>();
  const filter: InsightFilter = {
    category: getOneOf('category', INSIGHT_CATEGORIES),
    priority: getOneOf('priority', PRIORITIES),
    state: getOneOf('state', STATES),
  };
  return { filter, choose: set };
}
