import { Button, type ButtonProps } from '@mui/material';

type LoadingButtonProps = ButtonProps & { /** Seen and reached, but without effect for now. */ loading: boolean };

/** A button that keeps the focus while it is disabled, so that keyboard users do not lose their position on the page. */
export function LoadingButton({ loading, onClick, sx, ...rest }: LoadingButtonProps) {
  return (
    <Button
      {...rest}
      aria-disabled={loading}
      onClick={loading ? undefined : onClick}
      sx={[{ '&[aria-disabled=true]': { opacity: 0.6, cursor: 'default' } }, ...(Array.isArray(sx) ? sx : [sx])]}
    />
  );
}
