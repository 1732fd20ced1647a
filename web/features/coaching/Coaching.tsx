import { Box, Button, Tab, Tabs } from '@mui/material';
import { Sparkles } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { lazyWithPreload, type Preloadable, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { CoachingLoading } from './CoachingLoading.tsx';
import { Overview } from './overview/Overview.tsx';
import { CoachingRules } from './rules/CoachingRules.tsx';
import { type CoachingTab, useCoachingTab } from './use-coaching-tab.ts';

// Each tab but the first comes when it is wanted, as do the dialogs.
const RealTime = lazyWithPreload(() => import('./live/RealTime.tsx').then((m) => m.RealTime));
const Insights = lazyWithPreload(() => import('./insights/Insights.tsx').then((m) => m.Insights));
const Sessions = lazyWithPreload(() => import('./sessions/Sessions.tsx').then((m) => m.Sessions));
const NewAnalysis = lazyWithPreload(() => import('./analysis/NewAnalysis.tsx').then((m) => m.NewAnalysis));
const SessionDrawer = lazyWithPreload(() => import('./sessions/SessionDrawer.tsx').then((m) => m.SessionDrawer));

const TABS = [
  { tab: 'overview', label: 'Overview', code: null },
  { tab: 'real-time', label: 'Real-Time', code: RealTime },
  { tab: 'insights', label: 'Insights', code: Insights },
  { tab: 'sessions', label: 'Sessions', code: Sessions },
] as const satisfies ReadonlyArray<{ tab: CoachingTab; label: string; code: Preloadable | null }>;

const tabOf = (value: unknown): CoachingTab => TABS.find(({ tab }) => tab === value)?.tab ?? 'overview';

/** The AI Coaching screen: what somebody's own calls teach, and calls while they run. */
export function Coaching() {
  const id = useId();
  const place = useCoachingTab();
  const [choosing, setChoosing] = useState(false);
  const choose = () => setChoosing(true);
  const stop = () => setChoosing(false);
  usePreloadWhenIdle(NewAnalysis, SessionDrawer, RealTime, Insights, Sessions);
  return (
    <PageLayout
      title="AI Coaching"
      hint="What your calls teach, with the numbers and the lines to prove it"
      actions={
        <>
          {place.tab === 'real-time' && <CoachingRules />}
          <Button {...preloadOnIntent(NewAnalysis)} variant="contained" startIcon={<Sparkles size={18} aria-hidden />} onClick={choose}>
            New Analysis
          </Button>
        </>
      }
    >
      <Tabs
        value={place.tab}
        onChange={(_event, next: unknown) => place.openTab(tabOf(next))}
        variant="scrollable"
        aria-label="Coaching"
        // All four fit a phone; where they do not, they are swiped.
        sx={{ mb: 3, '& .MuiTab-root': { px: { xs: 1, sm: 1.5 } } }}
      >
        {TABS.map(({ tab, label, code }) => (
          <Tab {...(code && preloadOnIntent(code))} key={tab} value={tab} label={label} id={`${id}-${tab}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${place.tab}`}>
        {place.tab === 'overview' && (
          <Overview onOpen={place.openSession} onAllSessions={() => place.openTab('sessions')} onAnalyze={choose} />
        )}
        {place.tab === 'real-time' && (
          <Suspense fallback={<CoachingLoading />}>
            <RealTime />
          </Suspense>
        )}
        {place.tab === 'insights' && (
          <Suspense fallback={<CoachingLoading />}>
            <Insights onAnalyze={choose} />
          </Suspense>
        )}
        {place.tab === 'sessions' && (
          <Suspense fallback={<CoachingLoading />}>
            <Sessions onOpen={place.openSession} onAnalyze={choose} />
          </Suspense>
        )}
      </Box>
      <LazyOverlay open={choosing} onError={stop}>
        <NewAnalysis open={choosing} onClose={stop} />
      </LazyOverlay>
      <LazyOverlay onError={place.closeSession}>
        {place.session && <SessionDrawer id={place.session} onClose={place.closeSession} />}
      </LazyOverlay>
    </PageLayout>
  );
}
