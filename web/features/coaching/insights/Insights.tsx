import { Box, Paper } from '@mui/material';
import { Lightbulb } from 'lucide-react';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { CoachingEmptyState } from '../CoachingEmptyState.tsx';
import { CoachingLoading } from '../CoachingLoading.tsx';
import { InsightCard } from './InsightCard.tsx';
import { InsightFilters } from './InsightFilters.tsx';
import { useInsightFilter } from './insight-filter.ts';
import { useFocusFallback } from './use-focus-fallback.ts';
import { useInsights } from './use-insights.ts';

/** Pixels a card needs at least: its quotes want room. */
const CARD_WIDTH = 460;

/** The Insights tab. */
export function Insights({ onAnalyze }: { onAnalyze: () => void }) {
  const { filter } = useInsightFilter();
  const { insights, searching, error, retry, hasMore, loadingMore, more } = useInsights(filter);
  const place = useFocusFallback();
  const isNarrowed = Object.values(filter).some((value) => value !== null);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!insights) return <CoachingLoading />;
  if (insights.length === 0 && !isNarrowed) {
    return (
      <CoachingEmptyState
        title="No insights yet"
        hint="Analyze some of your calls, and what they teach stands here."
        onAnalyze={onAnalyze}
      />
    );
  }
  return (
    <>
      <InsightFilters />
      <Box {...place} sx={{ '&:focus-visible': { outline: 'none' } }}>
        {insights.length === 0 ? (
          <Paper>
            <EmptyState
              icon={<Lightbulb size={18} />}
              title="No insights match"
              hint="Nothing matches this category, priority and status."
            />
          </Paper>
        ) : (
          <CardGrid label="Insights" width={CARD_WIDTH} fading={searching}>
            {insights.map((insight) => (
              <InsightCard key={insight.id} insight={insight} />
            ))}
          </CardGrid>
        )}
      </Box>
      <LoadMore hasMore={hasMore && !searching} loading={loadingMore} onMore={more} />
    </>
  );
}
