import { Button } from '@mui/material';
import { Sparkles } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';
import { Permitted, useMay } from '#web/session/session.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { CoachingLoading } from './coaching-states.tsx';
import { Overview } from './overview/Overview.tsx';
import { CoachingRules } from './rules/CoachingRules.tsx';

// The tabs but the first and the dialogs are loaded on demand.
const RealTime = lazyWithPreload(() => import('./live/RealTime.tsx').then((m) => m.RealTime));
const Insights = lazyWithPreload(() => import('./insights/Insights.tsx').then((m) => m.Insights));
const Sessions = lazyWithPreload(() => import('./sessions/Sessions.tsx').then((m) => m.Sessions));
const NewAnalysis = lazyWithPreload(() => import('./analysis/NewAnalysis.tsx').then((m) => m.NewAnalysis));
const SessionDrawer = lazyWithPreload(() => import('./sessions/SessionDrawer.tsx').then((m) => m.SessionDrawer));

const TABS = [
  { tab: 'overview', label: 'Overview', code: null, noun: 'coaching' },
  { tab: 'real-time', label: 'Real-Time', code: RealTime, noun: 'liveCall' },
  { tab: 'insights', label: 'Insights', code: Insights, noun: 'coaching' },
  { tab: 'sessions', label: 'Sessions', code: Sessions, noun: 'coaching' },
] as const;
type CoachingTab = (typeof TABS)[number]['tab'];

/** The AI Coaching screen: insights from the viewer's calls, and live coaching. */
export function Coaching() {
  const mayRead = { coaching: useMay('coaching.read'), liveCall: useMay('liveCall.read') };
  const tabs = TABS.filter(({ noun }) => mayRead[noun]);
  const { getOneOf, set } = useFilterParam<'tab'>();
  const first = tabs[0]?.tab ?? 'overview';
  const tab =
    getOneOf(
      'tab',
      tabs.map((each) => each.tab),
    ) ?? first;
  const session = useDrawerParam('session');
  // Dialogs of one tab are closed when another is selected.
  const openTab = (next: CoachingTab) =>
    set('tab', next === first ? null : next, { push: true, clear: ['session', 'call', 'category', 'priority', 'state'] });
  const [choosing, setChoosing] = useState(false);
  const choose = () => setChoosing(true);
  const stop = () => setChoosing(false);
  usePreloadWhenIdle(NewAnalysis, SessionDrawer, RealTime, Insights, Sessions);
  return (
    <PageLayout
      title="AI Coaching"
      hint="Feedback from your calls, backed by metrics and quotes"
      actions={
        <>
          {tab === 'real-time' && <CoachingRules />}
          <Permitted to="coaching.change">
            <Button {...preloadOnIntent(NewAnalysis)} variant="contained" startIcon={<Sparkles size={18} aria-hidden />} onClick={choose}>
              New Analysis
            </Button>
          </Permitted>
        </>
      }
    >
      <PageTabs label="Coaching" tabs={tabs} open={tab} onOpen={openTab}>
        {tab === 'overview' && <Overview onOpen={session.open} onAllSessions={() => openTab('sessions')} onAnalyze={choose} />}
        {tab === 'real-time' && (
          <Suspense fallback={<CoachingLoading />}>
            <RealTime />
          </Suspense>
        )}
        {tab === 'insights' && (
          <Suspense fallback={<CoachingLoading />}>
            <Insights onAnalyze={choose} />
          </Suspense>
        )}
        {tab === 'sessions' && (
          <Suspense fallback={<CoachingLoading />}>
            <Sessions onOpen={session.open} onAnalyze={choose} />
          </Suspense>
        )}
      </PageTabs>
      <LazyOverlay open={choosing} onError={stop}>
        <NewAnalysis open={choosing} onClose={stop} />
      </LazyOverlay>
      <LazyOverlay onError={session.close}>{session.opened && <SessionDrawer id={session.opened} onClose={session.close} />}</LazyOverlay>
    </PageLayout>
  );
}
