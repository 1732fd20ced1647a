import { Box, Typography } from '@mui/material';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef } from 'react';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';

type AccountPartProps = {
  title: string;
  hint: string;
  /** The button's words, and those while it works. */
  submit: { label: string; pending: string };
  pending: boolean;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** One of the forms of the dialog, saved apart from the other. */
export function AccountPart({ title, hint, submit, pending, onSubmit, children }: AccountPartProps) {
  const id = useId();
  const send = (event: SubmitEvent<HTMLFormElement>) => (pending ? event.preventDefault() : onSubmit(event));
  return (
    <Box component="form" aria-labelledby={id} onSubmit={send} noValidate sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <Typography id={id} variant="h3">
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25, overflowWrap: 'anywhere' }}>
          {hint}
        </Typography>
      </Box>
      {children}
      <LoadingButton type="submit" variant="contained" loading={pending} sx={{ justifySelf: 'end' }}>
        {pending ? submit.pending : submit.label}
      </LoadingButton>
    </Box>
  );
}

/** Whether the component is still on the screen: what comes later is told elsewhere. */
export function useIsShown(): () => boolean {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return () => shown.current;
}
