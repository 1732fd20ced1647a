import { Box } from '@mui/material';
import { formatVariable, humanize, isPlaceholder } from './template-values.ts';

/** A variable within a text: its name on a tinted ground, in another colour where we cannot fill it in. */
export function VariableChip({ name }: { name: string }) {
  return (
    <Box
      component="span"
      title={isPlaceholder(name) ? formatVariable(name) : `${formatVariable(name)} is not filled in for you`}
      sx={(theme) => {
        const hue = theme.vars.palette.tone[isPlaceholder(name) ? 'brand' : 'warning'];
        return {
          px: '5px',
          py: '1px',
          borderRadius: '5px',
          fontSize: '0.93em',
          fontWeight: 500,
          overflowWrap: 'anywhere',
          boxDecorationBreak: 'clone',
          WebkitBoxDecorationBreak: 'clone',
          color: hue.ink,
          bgcolor: hue.surface,
        };
      }}
    >
      {humanize(name)}
    </Box>
  );
}
