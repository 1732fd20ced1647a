import { Headset } from 'lucide-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { Panel } from '#web/ui/Panel.tsx';

/** What can be learnt from calls. */
export function Coaching() {
  return (
    <PageFrame title="AI Coaching" hint="Insights from your calls">
      <Panel>
        <EmptyState
          icon={<Headset size={18} />}
          title="No coaching sessions found"
          hint="Sessions and insights from analyzed calls are listed here."
        />
      </Panel>
    </PageFrame>
  );
}
