import { Box } from '@mui/material';

/** The first stop of the keyboard: past the navigation, straight to the screen. */
export function SkipLink() {
  return (
    <Box
      component="a"
      href="#content"
      sx={(theme) => ({
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontWeight: 500,
        textDecoration: 'none',
        transform: 'translateY(-64px)',
        '&:focus': { transform: 'none' },
        boxShadow: theme.vars.shadows[4],
      })}
    >
      Skip to content
    </Box>
  );
}
