import { Box, Button, Tab, Tabs } from '@mui/material';
import { Sparkles } from 'lucide-react';
import { useId, useState } from 'react';
import { ahead } from '#web/lib/ahead.ts';
import { type Later, later } from '#web/lib/later.ts';
import { useLater } from '#web/lib/use-later.ts';
import { OnDemand } from '#web/ui/on-demand/OnDemand.tsx';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { CoachingLoading } from './coaching-states.tsx';
import { Overview } from './overview/Overview.tsx';
import { CoachingRules } from './rules/CoachingRules.tsx';
import { type CoachingTab, useCoachingTab } from './use-coaching-tab.ts';

// The tabs but the first and the dialogs are loaded on demand.
const realTime = later(() => import('./live/RealTime.tsx').then((m) => m.RealTime));
const insights = later(() => import('./insights/Insights.tsx').then((m) => m.Insights));
const sessions = later(() => import('./sessions/Sessions.tsx').then((m) => m.Sessions));
const newAnalysis = later(() => import('./analysis/NewAnalysis.tsx').then((m) => m.NewAnalysis));
const sessionDrawer = later(() => import('./sessions/SessionDrawer.tsx').then((m) => m.SessionDrawer));

const TABS = [
  { tab: 'overview', label: 'Overview', code: null },
  { tab: 'real-time', label: 'Real-Time', code: realTime },
  { tab: 'insights', label: 'Insights', code: insights },
  { tab: 'sessions', label: 'Sessions', code: sessions },
] as const satisfies ReadonlyArray<{ tab: CoachingTab; label: string; code: Later<unknown> | null }>;

const tabOf = (value: unknown): CoachingTab => TABS.find(({ tab }) => tab === value)?.tab ?? 'overview';

/** The AI Coaching screen: insights from the viewer's calls, and live coaching. */
export function Coaching() {
  const id = useId();
  const place = useCoachingTab();
  const [choosing, setChoosing] = useState(false);
  const choose = () => setChoosing(true);
  const stop = () => setChoosing(false);
  const NewAnalysis = usePart(newAnalysis, choosing, stop);
  const SessionDrawer = usePart(sessionDrawer, Boolean(place.session), place.closeSession);
  useLater(realTime, false);
  useLater(insights, false);
  useLater(sessions, false);
  return (
    <PageLayout
      title="AI Coaching"
      hint="Feedback from your calls, backed by metrics and quotes"
      actions={
        <>
          {place.tab === 'real-time' && <CoachingRules />}
          <Button {...ahead(newAnalysis)} variant="contained" startIcon={<Sparkles size={18} aria-hidden />} onClick={choose}>
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
          <Tab {...(code && ahead(code))} key={tab} value={tab} label={label} id={`${id}-${tab}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${place.tab}`}>
        {place.tab === 'overview' && (
          <Overview onOpen={place.openSession} onAllSessions={() => place.openTab('sessions')} onAnalyze={choose} />
        )}
        {place.tab === 'real-time' && (
          <OnDemand code={realTime} waiting={<CoachingLoading />}>
            {(RealTime) => <RealTime />}
          </OnDemand>
        )}
        {place.tab === 'insights' && (
          <OnDemand code={insights} waiting={<CoachingLoading />}>
            {(Insights) => <Insights onAnalyze={choose} />}
          </OnDemand>
        )}
        {place.tab === 'sessions' && (
          <OnDemand code={sessions} waiting={<CoachingLoading />}>
            {(Sessions) => <Sessions onOpen={place.openSession} onAnalyze={choose} />}
          </OnDemand>
        )}
      </Box>
      {NewAnalysis && <NewAnalysis open={choosing} onClose={stop} />}
      {place.session && SessionDrawer && <SessionDrawer id={place.session} onClose={place.closeSession} />}
    </PageLayout>
  );
}
