import { Autocomplete, Box, FormControl, FormLabel, OutlinedInput, Typography } from '@mui/material';
import { useState } from 'react';
import { useDebounced } from '#web/lib/use-throttled.ts';

/** Milliseconds without a keystroke after which a picker searches. */
const SEARCH_DELAY_MS = 250;

/** The text typed in a picker. The label of the selected item is not searched for. */
export function usePickerSearch(pickedLabel: string | undefined, initialText = '') {
  const [open, setOpen] = useState(initialText !== '');
  const [text, setText] = useState(initialText);
  const search = useDebounced(pickedLabel === text ? '' : text.trim(), SEARCH_DELAY_MS) || null;
  return { search, open, control: { text, setText, open, setOpen } };
}

type SearchPickerProps<Item extends { id: string }> = {
  label: string;
  /** The plural name of the items, such as customers. */
  itemNamePlural: string;
  value: Item | null;
  onChange: (item: Item | null) => void;
  control: ReturnType<typeof usePickerSearch>['control'];
  results: { items: readonly Item[]; loading: boolean; failed: boolean; emptyText?: string };
  getLabel: (item: Item) => string;
  /** A second line that distinguishes items with the same label. */
  getDetail?: ((item: Item) => string) | undefined;
  placeholder?: string | undefined;
  autoFocus?: boolean | undefined;
};

/** Selects one of many items by typing; the results are props. */
export function SearchPicker<Item extends { id: string }>(props: SearchPickerProps<Item>) {
  const { label, itemNamePlural, value, onChange, control, results, getLabel, getDetail, placeholder = 'Type a name', autoFocus } = props;
  return (
    <Autocomplete
      open={control.open}
      onOpen={() => control.setOpen(true)}
      onClose={() => control.setOpen(false)}
      value={value}
      onChange={(_event, item) => onChange(item)}
      inputValue={control.text}
      onInputChange={(_event, text, reason) => {
        // Keeps text typed before the picker was loaded.
        if (reason !== 'reset' || value || !control.open) control.setText(text);
      }}
      options={results.items}
      loading={results.loading}
      filterOptions={(items) => [...items]}
      getOptionKey={({ id }) => id}
      getOptionLabel={getLabel}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      noOptionsText={results.failed ? `The ${itemNamePlural} could not be loaded` : (results.emptyText ?? `No ${itemNamePlural} found`)}
      loadingText="Searching..."
      renderOption={({ key, ...props }, item) => (
        <Box component="li" key={key} {...props}>
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap>{getLabel(item)}</Typography>
            {getDetail && (
              <Typography variant="caption" noWrap component="p" sx={{ color: 'text.secondary' }}>
                {getDetail(item)}
              </Typography>
            )}
          </Box>
        </Box>
      )}
      renderInput={({ id, disabled, slotProps: { input, htmlInput } }) => (
        <FormControl fullWidth disabled={disabled}>
          <FormLabel htmlFor={id}>{label}</FormLabel>
          <OutlinedInput id={id} size="small" {...input} inputProps={htmlInput} autoFocus={autoFocus} placeholder={placeholder} />
        </FormControl>
      )}
    />
  );
}
