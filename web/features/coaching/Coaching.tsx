import { Box, Button, Tab, Tabs } from '@mui/material';
import { Sparkles } from 'lucide-react';
import { useId, useState } from 'react';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { NewAnalysis } from './analysis/NewAnalysis.tsx';
import { type CoachingTab, useCoachingPlace } from './coaching-place.ts';
import { Insights } from './insights/Insights.tsx';
import { RealTime } from './live/RealTime.tsx';
import { Overview } from './overview/Overview.tsx';
import { CoachingRules } from './rules/CoachingRules.tsx';
import { SessionDrawer } from './sessions/SessionDrawer.tsx';
import { Sessions } from './sessions/Sessions.tsx';

const TABS = [
  { tab: 'overview', label: 'Overview' },
  { tab: 'real-time', label: 'Real-Time' },
  { tab: 'insights', label: 'Insights' },
  { tab: 'sessions', label: 'Sessions' },
] as const satisfies ReadonlyArray<{ tab: CoachingTab; label: string }>;

const tabOf = (value: unknown): CoachingTab => TABS.find(({ tab }) => tab === value)?.tab ?? 'overview';

/** The AI Coaching screen: what somebody's own calls teach, and calls while they run. */
export function Coaching() {
  const id = useId();
  const place = useCoachingPlace();
  const [choosing, setChoosing] = useState(false);
  const choose = () => setChoosing(true);
  return (
    <PageFrame
      title="AI Coaching"
      hint="What your calls teach, with the numbers and the lines to prove it"
      actions={
        <>
          {place.tab === 'real-time' && <CoachingRules />}
          <Button variant="contained" startIcon={<Sparkles size={18} aria-hidden />} onClick={choose}>
            New Analysis
          </Button>
        </>
      }
    >
      <Tabs
        value={place.tab}
        onChange={(_event, next: unknown) => place.openTab(tabOf(next))}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label="Coaching"
        sx={{ mb: 3 }}
      >
        {TABS.map(({ tab, label }) => (
          <Tab key={tab} value={tab} label={label} id={`${id}-${tab}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${place.tab}`}>
        {place.tab === 'overview' && (
          <Overview onOpen={place.openSession} onAllSessions={() => place.openTab('sessions')} onAnalyze={choose} />
        )}
        {place.tab === 'real-time' && <RealTime />}
        {place.tab === 'insights' && <Insights onAnalyze={choose} />}
        {place.tab === 'sessions' && <Sessions onOpen={place.openSession} onAnalyze={choose} />}
      </Box>
      <NewAnalysis open={choosing} onClose={() => setChoosing(false)} />
      {place.session && <SessionDrawer id={place.session} onClose={place.closeSession} />}
    </PageFrame>
  );
}
