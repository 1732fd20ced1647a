import { Box, Button, Paper, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { Logo } from '#web/ui/Logo.tsx';
import { LoginForm, type LoginMode } from './LoginForm.tsx';

const MODES = {
  signIn: { subtitle: 'Sign in to your account', toggle: "Don't have an account? Create one", other: 'register' },
  register: { subtitle: 'Create your account', toggle: 'Already have an account? Sign in', other: 'signIn' },
} as const satisfies Record<LoginMode, { subtitle: string; toggle: string; other: LoginMode }>;

type LoginWorkspace = {
  registrationOpen: boolean;
  registrationHint?: string | null;
  demoSignIn: boolean;
  companyName: string;
  logoUrl: string | null;
};

/** The only screen without a session: sign in or register. */
export function Login({ workspace }: { workspace: LoginWorkspace }) {
  const [mode, setMode] = useState<LoginMode>('signIn');
  const { subtitle, toggle, other } = MODES[mode];
  useEffect(() => {
    document.title = 'Sign in · Callboard';
  }, []);

  return (
    <Box
      component="main"
      sx={(theme) => ({
        display: 'grid',
        alignContent: 'center',
        justifyItems: 'center',
        gap: 2,
        minHeight: '100dvh',
        p: 2,
        background: `radial-gradient(60rem 32rem at 50% -8rem, ${theme.vars.palette.surface.selected}, transparent 70%)`,
      })}
    >
      <Paper sx={{ width: '100%', maxWidth: 400, p: { xs: 3, sm: 4 }, borderRadius: '14px', boxShadow: 'var(--cb-floating)' }}>
        <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', mb: 3 }}>
          <Logo size={40} image={workspace.logoUrl} />
          <Typography variant="h1" sx={{ mt: 2 }}>
            Callboard
          </Typography>
          <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{subtitle}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}>
            {workspace.companyName}
          </Typography>
        </Box>
        <LoginForm key={mode} mode={mode} />
        {workspace.registrationOpen && (
          <Button variant="text" size="small" fullWidth sx={{ mt: 1.5, mb: -1.5, minHeight: 40 }} onClick={() => setMode(other)}>
            {toggle}
          </Button>
        )}
        {workspace.registrationHint && (
          <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', mt: 2 }}>
            {workspace.registrationHint}
          </Typography>
        )}
      </Paper>
      {workspace.demoSignIn && <DemoHint />}
    </Box>
  );
}

/** The credentials of the demo data. */
function DemoHint() {
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', maxWidth: 400 }}>
      This is a demo with sample data. Sign in as{' '}
      <Box component="code" sx={code}>
        demo
      </Box>{' '}
      with the password{' '}
      <Box component="code" sx={code}>
        callboard
      </Box>
      .
    </Typography>
  );
}

const code = {
  px: 0.75,
  py: 0.25,
  borderRadius: '5px',
  border: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.paper',
  color: 'text.primary',
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: 12,
} as const;
