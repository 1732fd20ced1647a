import { Box, ButtonBase } from '@mui/material';
import { OWNERS_LABELS } from '#contract/owners.ts';
import type { useOwners } from '#web/lib/use-owners.ts';

/** Chooses whose rows a screen shows; absent where there is no choice. */
export function OwnersSwitch({ choices, owners, choose }: ReturnType<typeof useOwners>) {
  if (choices.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label="Whose rows"
      sx={{
        display: 'inline-flex',
        p: '2px',
        gap: '2px',
        height: 36,
        boxSizing: 'border-box',
        borderRadius: '8px',
        bgcolor: 'surface.raised',
      }}
    >
      {choices.map((each) => (
        <ButtonBase
          key={each}
          aria-pressed={each === owners}
          onClick={() => choose(each)}
          sx={(theme) => ({
            px: 1.25,
            borderRadius: '6px',
            fontSize: 13,
            fontWeight: 500,
            whiteSpace: 'nowrap',
            color: theme.vars.palette.text.secondary,
            '&[aria-pressed=true]': {
              color: theme.vars.palette.text.primary,
              backgroundColor: theme.vars.palette.background.paper,
              boxShadow: `0 0 0 1px ${theme.vars.palette.divider}`,
            },
            '&:hover': { color: theme.vars.palette.text.primary },
          })}
        >
          {OWNERS_LABELS[each]}
        </ButtonBase>
      ))}
    </Box>
  );
}
