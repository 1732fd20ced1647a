import { Link } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { usePermissions } from '#web/session/session.tsx';

/** A link to the workspace settings, for those who may change them. */
export function SettingsLink({ children }: { children: ReactNode }) {
  if (!usePermissions().includes('workspace.configure')) return null;
  return (
    <Link component={RouterLink} to="/settings">
      {children}
    </Link>
  );
}
