import { Box, Typography } from '@mui/material';
import { humanize } from '#web/templates/template-values.ts';
import { Field } from '#web/ui/fields/Field.tsx';

type OwnWordsProps = {
  /** The variables that are nobody's detail. */
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (values: Readonly<Record<string, string>>) => void;
};

/** A field for each variable that only the sender can fill in. */
export function CustomVariables({ names, values, onChange }: OwnWordsProps) {
  if (names.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label="Fill in yourself"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, overflowWrap: 'anywhere' }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {names.length === 1
          ? 'One detail is not on any record. Fill it in here:'
          : `${names.length} details are not on any record. Fill them in here:`}
      </Typography>
      {names.map((name) => (
        <Field
          key={name}
          label={capitalised(humanize(name))}
          value={values[name] ?? ''}
          onChange={(event) => onChange({ ...values, [name]: event.target.value })}
          autoComplete="off"
        />
      ))}
    </Box>
  );
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
