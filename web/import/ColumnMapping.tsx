import { Box, MenuItem, Select, Typography } from '@mui/material';
import { fieldsOfImport } from '#contract/import.ts';
import type { LoadedImport } from './use-import.ts';

type MatchColumnsProps = {
  file: LoadedImport;
  columns: readonly string[];
  onChange: (columns: readonly string[]) => void;
};

/** The second step: which field each column holds. */
export function ColumnMapping({ file, columns, onChange }: MatchColumnsProps) {
  const fields = fieldsOfImport(file.noun);
  const choose = (at: number, field: string) =>
    // A field has one column: choosing it here clears the other.
    onChange(columns.map((before, each) => (each === at ? field : before === field ? '' : before)));
  // Titles may repeat; the number distinguishes the columns.
  const titled = file.header.map((title, at) => {
    const repeated = file.header.some((other, index) => index !== at && other === title);
    return { key: `${at} ${title}`, name: title ? `${title}${repeated ? ` (column ${at + 1})` : ''}` : `Column ${at + 1}`, at };
  });
  return (
    <>
      {file.notices.map((notice) => (
        <Typography key={notice} role="note" variant="body2" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {notice}
        </Typography>
      ))}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
        {titled.map(({ key, name, at }) => {
          const sample = file.sample.map(({ cells }) => cells[at]).find((cell) => cell?.trim());
          return (
            <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography variant="subtitle2" component="p" noWrap>
                  {name}
                </Typography>
                <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
                  {sample ?? 'Empty'}
                </Typography>
              </Box>
              <Select
                size="small"
                displayEmpty
                value={columns[at] ?? ''}
                onChange={(event) => choose(at, event.target.value)}
                inputProps={{ 'aria-label': `Field of ${name}` }}
                sx={{ width: { xs: 136, sm: 200 }, flexShrink: 0, color: columns[at] ? 'text.primary' : 'text.secondary' }}
              >
                <MenuItem value="">Don’t import</MenuItem>
                {fields.map(({ field, label }) => (
                  <MenuItem key={field} value={field}>
                    {label}
                  </MenuItem>
                ))}
              </Select>
            </Box>
          );
        })}
      </Box>
    </>
  );
}
