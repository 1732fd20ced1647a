import { GraduationCap } from 'lucide-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { Panel } from '#web/ui/Panel.tsx';

/** What the assistant may draw on. */
export function AiTraining() {
  return (
    <PageFrame title="AI Training Data" hint="What the assistant knows and how well it served">
      <Panel>
        <EmptyState
          icon={<GraduationCap size={18} />}
          title="No training data found."
          hint="Calls, replies, emails and knowledge the assistant may draw on are listed here."
        />
      </Panel>
    </PageFrame>
  );
}
