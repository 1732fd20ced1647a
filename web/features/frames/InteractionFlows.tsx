import { Waypoints } from 'lucide-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { Panel } from '#web/ui/Panel.tsx';

/** The ways customers go through stages. */
export function InteractionFlows() {
  return (
    <PageFrame title="Interaction Flows" hint="Where each customer stands, step by step">
      <Panel>
        <EmptyState
          icon={<Waypoints size={18} />}
          title="No interaction flows found"
          hint="The stages of a customer's journey are drawn here."
        />
      </Panel>
    </PageFrame>
  );
}
