import { Button, type ButtonProps } from '@mui/material';

type LoadingButtonProps = ButtonProps & { /** Seen and reached, but without effect for now. */ loading: boolean };

/** A button that keeps the focus while it cannot be pressed, so that nobody at a keyboard is thrown back to the top of the page. */
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
