import { Box, Button, Paper, Typography } from '@mui/material';
import { Suspense, useEffect, useState } from 'react';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { LoginForm, type LoginMode } from './LoginForm.tsx';

const ForgotPassword = lazyWithPreload(() => import('./ForgotPassword.tsx').then((m) => m.ForgotPassword));
const ResetPassword = lazyWithPreload(() => import('./ResetPassword.tsx').then((m) => m.ResetPassword));
const AcceptInvitation = lazyWithPreload(() => import('./AcceptInvitation.tsx').then((m) => m.AcceptInvitation));
const OtherWays = lazyWithPreload(() => import('./OtherWays.tsx').then((m) => m.OtherWays));

type LoginWorkspace = {
  registrationOpen: boolean;
  registrationHint?: string | null;
  demoSignIn: boolean;
  companyName: string;
  logoUrl: string | null;
  passwordResetByMail?: boolean;
  oidcSignIn?: boolean;
};

const MODES = {
  signIn: { subtitle: 'Sign in to your account', toggle: "Don't have an account? Create one", other: 'register' },
  register: { subtitle: 'Create your account', toggle: 'Already have an account? Sign in', other: 'signIn' },
} as const satisfies Record<LoginMode, { subtitle: string; toggle: string; other: LoginMode }>;

/** The only screen without a session: sign in or register; and the screens behind the links of an invitation and of a new password. */
export function Login({ workspace, path = '/' }: { workspace: LoginWorkspace; path?: string }) {
  const [, kind, token = null] = /^\/(invitation|reset)\/([^/]+)/.exec(path) ?? [];
  return token && kind === 'invitation' ? (
    <Suspense>
      <AcceptInvitation token={token} oidc={workspace.oidcSignIn ?? false} />
    </Suspense>
  ) : (
    <LoginCard workspace={workspace} resetToken={token} />
  );
}

function LoginCard({ workspace, resetToken }: { workspace: LoginWorkspace; resetToken: string | null }) {
  const [mode, setMode] = useState<LoginMode>('signIn');
  const [forgotten, setForgotten] = useState(false);
  const { subtitle, toggle, other } = MODES[mode];
  const isPlain = !resetToken && !forgotten;
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
          <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{isPlain ? subtitle : 'Choose a new password'}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}>
            {workspace.companyName}
          </Typography>
        </Box>
        {!isPlain && (
          <Suspense>
            {resetToken ? (
              <ResetPassword token={resetToken} />
            ) : (
              <ForgotPassword byMail={workspace.passwordResetByMail ?? false} onBack={() => setForgotten(false)} />
            )}
          </Suspense>
        )}
        {isPlain && <LoginForm key={mode} mode={mode} />}
        {isPlain && mode === 'signIn' && (
          <>
            <Button variant="text" size="small" fullWidth sx={{ mt: 1.5, minHeight: 40 }} onClick={() => setForgotten(true)}>
              Forgot password?
            </Button>
            <Suspense>
              <OtherWays oidc={workspace.oidcSignIn ?? false} />
            </Suspense>
          </>
        )}
        {isPlain && workspace.registrationOpen && (
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
