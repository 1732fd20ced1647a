import { Mail } from 'lucide-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { Panel } from '#web/ui/Panel.tsx';

/** The texts that are sent often. */
export function EmailTemplates() {
  return (
    <PageFrame title="Email Templates" hint="Templates for what you write often">
      <Panel>
        <EmptyState
          icon={<Mail size={18} />}
          title="No email templates found."
          hint="Templates are kept here by type and filled in for each customer."
        />
      </Panel>
    </PageFrame>
  );
}
