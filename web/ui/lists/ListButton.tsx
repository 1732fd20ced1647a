import { Box, type ButtonProps } from '@mui/material';
import { LoadingButton } from '../dialogs/LoadingButton.tsx';
import { visuallyHidden } from '../styles.ts';

const onPhones = '@media (max-width: 599.95px)';

/** A secondary button of a list, such as Export. On a phone only its icon is visible; screen readers still get the label. */
export function ListButton({ children, loading = false, ...rest }: Omit<ButtonProps, 'sx' | 'loading'> & { loading?: boolean }) {
  return (
    <LoadingButton
      {...rest}
      variant="outlined"
      loading={loading}
      sx={{ [onPhones]: { minWidth: 40, px: 1, '& .MuiButton-startIcon': { m: 0 } } }}
    >
      <Box component="span" sx={{ [onPhones]: visuallyHidden }}>
        {children}
      </Box>
    </LoadingButton>
  );
}
