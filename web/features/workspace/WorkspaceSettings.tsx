import { useMutation, useQuery } from '@apollo/client/react';
import { Box } from '@mui/material';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { WorkspaceSettingsInput, WorkspaceSettingsQuery } from '#web/gql/graphql.ts';
import { SessionDocument } from '#web/session/session.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { LogoPanel } from './LogoPanel.tsx';
import { SettingsForm } from './SettingsForm.tsx';

export const WorkspaceSettingsDocument = graphql(`
  query WorkspaceSettings {
    workspaceSettings {
      values {
        companyName
        accentColor
        currency
        timeZone
        weekStart
        locale
        eventRetentionDays
        securityRetentionDays
        recordScope
        registration
        registrationDomains
      }
      defaults {
        companyName
        accentColor
        currency
        timeZone
        weekStart
        locale
        eventRetentionDays
        securityRetentionDays
        recordScope
        registration
        registrationDomains
      }
      set
      logoUrl
    }
  }
`);

export type Settings = WorkspaceSettingsQuery['workspaceSettings'];

const ChangeWorkspaceSettings = graphql(`
  mutation ChangeWorkspaceSettings($input: WorkspaceSettingsInput!) {
    changeWorkspaceSettings(input: $input) {
      ... on WorkspaceSettings {
        set
      }
      ... on Invalid {
        message
        issues {
          path
          message
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** The settings of the whole workspace, for those who may configure it. */
export function WorkspaceSettings() {
  return (
    <PageLayout title="Settings" hint="They hold for everybody, from the moment they are saved.">
      <Content />
    </PageLayout>
  );
}

function Content() {
  const { data, error, refetch } = useQuery(WorkspaceSettingsDocument, { fetchPolicy: 'cache-and-network' });
  const change = useChangeSettings();
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton label="Loading settings" rows={5} height={72} />;
  const { workspaceSettings: settings } = data;
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 880 }}>
      <LogoPanel logoUrl={settings.logoUrl} onChange={change} />
      <SettingsForm settings={settings} onChange={change} />
    </Box>
  );
}

/** Saves settings; returns whether that succeeded. `onFieldError` gets the errors of single fields. */
export type ChangeSettings = (input: WorkspaceSettingsInput, onFieldError?: (field: string, message: string) => void) => Promise<boolean>;

function useChangeSettings(): ChangeSettings {
  const refetchQueries = [WorkspaceSettingsDocument, SessionDocument];
  const [mutate] = useMutation(ChangeWorkspaceSettings, { refetchQueries, awaitRefetchQueries: true });
  return async (input, onFieldError) =>
    (await runMutation(mutate({ variables: { input } }), {
      done: 'Settings saved',
      failed: 'Failed to save settings',
      onFieldError: (failure) => {
        if (!onFieldError || failure.__typename !== 'Invalid') return false;
        for (const { path, message } of failure.issues) onFieldError(path, message);
        return true;
      },
    })) !== null;
}
