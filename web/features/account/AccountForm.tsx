import { Box, Typography } from '@mui/material';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef } from 'react';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';

type AccountFormProps = {
  title: string;
  hint: string;
  submit: { label: string; pending: string };
  pending: boolean;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** One of the forms of the account dialog; each is saved separately. */
export function AccountForm({ title, hint, submit, pending, onSubmit, children }: AccountFormProps) {
  const id = useId();
  const submitOnce = (event: SubmitEvent<HTMLFormElement>) => (pending ? event.preventDefault() : onSubmit(event));
  return (
    <Box component="form" aria-labelledby={id} onSubmit={submitOnce} noValidate sx={{ display: 'grid', gap: 2 }}>
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

/** Whether the component is still mounted; after that, errors are shown as toasts. */
export function useIsMounted(): () => boolean {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return () => mounted.current;
}
