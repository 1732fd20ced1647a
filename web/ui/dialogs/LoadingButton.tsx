import { Button, type ButtonProps } from '@mui/material';

type HoldableButtonProps = ButtonProps & { /** Seen and reached, but without effect for now. */ loading: boolean };

/** A button that keeps the focus while it cannot be pressed, so that nobody at a keyboard is thrown back to the top of the page. */
export function LoadingButton({ loading: held, onClick, sx, ...rest }: HoldableButtonProps) {
  return (
    <Button
      {...rest}
      aria-disabled={held}
      onClick={held ? undefined : onClick}
      sx={[{ '&[aria-disabled=true]': { opacity: 0.6, cursor: 'default' } }, ...(Array.isArray(sx) ? sx : [sx])]}
    />
  );
}
