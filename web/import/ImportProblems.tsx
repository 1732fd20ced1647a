import { Box, MenuItem, Select, Typography } from '@mui/material';
import { fieldsOfImport, type ImportChoices, type ImportNoun, knownValuesOf } from '#contract/import.ts';
import { number, rows } from './import-summary.ts';
import type { LoadedImport } from './use-import.ts';

type ImportProblemsProps = {
  file: LoadedImport;
  choices: ImportChoices;
  onChange: (changes: Partial<ImportChoices>) => void;
};

type Group = LoadedImport['problemGroups'][number];

const LIST = { m: 0, p: 0, listStyle: 'none', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const;
const LINE = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 } as const;
const CHOICE = { width: { xs: 1, sm: 220 }, flexShrink: 0 } as const;

/** The problems of a file by field and value, with what can be done about them, and the values that are replaced already. */
export function ImportProblems({ file, choices, onChange }: ImportProblemsProps) {
  const listed = (field: string, value: string) =>
    file.problemGroups.some((group) => group.field === field && group.values.some((each) => each.value === value));
  const replaced = choices.replacements.filter(({ field, value }) => !listed(field, value));
  return (
    <Box component="ul" aria-label="Problems" sx={{ ...LIST, gap: 2 }}>
      {file.problemGroups.map((group) => (
        <ProblemGroup key={group.field} noun={file.noun} group={group} choices={choices} onChange={onChange} />
      ))}
      {replaced.length > 0 && (
        <Box component="li">
          <Typography variant="subtitle2" component="h3">
            Replaced values
          </Typography>
          <Box component="ul" aria-label="Replaced values" sx={{ ...LIST, gap: 1, mt: 0.5 }}>
            {replaced.map(({ field, value }) => (
              <Box component="li" key={`${field} ${value}`} sx={LINE}>
                <Typography variant="body2" sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
                  {`${labelOf(file.noun, field)} “${value}”`}
                </Typography>
                <ReplacementChoice field={field} value={value} choices={choices} onChange={onChange} />
              </Box>
            ))}
          </Box>
        </Box>
      )}
    </Box>
  );
}

const labelOf = (noun: ImportNoun, name: string): string => fieldsOfImport(noun).find(({ field }) => field === name)?.label ?? name;

type ProblemGroupProps = { noun: ImportNoun; group: Group } & Pick<ImportProblemsProps, 'choices' | 'onChange'>;

function ProblemGroup({ noun, group: { field, isOptional, values, valueCount, rows: count }, choices, onChange }: ProblemGroupProps) {
  const label = field === null ? 'Row' : labelOf(noun, field);
  const chooseEmpty = (isEmpty: boolean) => {
    const others = choices.emptyFields.filter((each) => each !== field);
    onChange({ emptyFields: isEmpty && field !== null ? [...others, field] : others });
  };
  return (
    <Box component="li">
      <Box sx={LINE}>
        <Typography variant="subtitle2" component="h3" sx={{ flex: '1 1 160px' }}>
          {`${label}: ${rows(count)}`}
        </Typography>
        {field !== null && isOptional && (
          <Select
            size="small"
            value={choices.emptyFields.includes(field) ? 'empty' : 'skip'}
            onChange={(event) => chooseEmpty(event.target.value === 'empty')}
            inputProps={{ 'aria-label': `Rows with a problem in ${label}` }}
            sx={CHOICE}
          >
            <MenuItem value="skip">Skip these rows</MenuItem>
            <MenuItem value="empty">{`Import without ${label}`}</MenuItem>
          </Select>
        )}
      </Box>
      <Box component="ul" aria-label={`Problems with ${label}`} sx={{ ...LIST, gap: 1, mt: 0.5, maxHeight: 280, overflowY: 'auto' }}>
        {values.map(({ value, problem, rows: inRows, firstRow }) => (
          <Box component="li" key={`${problem} ${value}`} sx={LINE}>
            <Typography variant="body2" sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
                {inRows === 1 ? `Row ${number(firstRow)}: ` : `${rows(inRows)}, the first is row ${number(firstRow)}: `}
              </Box>
              {value === null ? problem : `“${value}”. ${problem}`}
            </Typography>
            {field !== null && value !== null && <ReplacementChoice field={field} value={value} choices={choices} onChange={onChange} />}
          </Box>
        ))}
        {valueCount > values.length && (
          <Typography component="li" variant="body2" sx={{ color: 'text.secondary' }}>
            {`And ${number(valueCount - values.length)} other values. The report has all of them.`}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

type ReplacementChoiceProps = { field: string; value: string } & Pick<ImportProblemsProps, 'choices' | 'onChange'>;

/** Chooses one of the known values instead of the one in the file, for all its rows. */
function ReplacementChoice({ field, value, choices: { replacements }, onChange }: ReplacementChoiceProps) {
  const known = knownValuesOf(field);
  if (!known) return null;
  const isThis = (each: { field: string; value: string }) => each.field === field && each.value === value;
  const choose = (replacement: string) => {
    const others = replacements.filter((each) => !isThis(each));
    onChange({ replacements: replacement === '' ? others : [...others, { field, value, replacement }] });
  };
  return (
    <Select
      size="small"
      displayEmpty
      value={replacements.find(isThis)?.replacement ?? ''}
      onChange={(event) => choose(event.target.value)}
      inputProps={{ 'aria-label': `Instead of “${value}”` }}
      sx={CHOICE}
    >
      <MenuItem value="">Don’t replace</MenuItem>
      {known.map((each) => (
        <MenuItem key={each.value} value={each.value}>
          {each.label}
        </MenuItem>
      ))}
    </Select>
  );
}
