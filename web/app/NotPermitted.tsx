import { Button, Paper } from '@mui/material';
import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PATHS } from '#web/lib/paths.ts';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

/** The address of a screen that is not there for the viewer. */
export function NotPermitted({ screen }: { screen: string }) {
  return (
    <PageLayout title={screen}>
      <Paper>
        <EmptyState
          icon={<Lock size={18} />}
          title="Your role does not let you see this screen"
          hint="Ask an admin if you need it."
          action={
            <Button component={Link} to={PATHS.responseCenter} variant="outlined">
              Go to the AI Response Center
            </Button>
          }
        />
      </Paper>
    </PageLayout>
  );
}
