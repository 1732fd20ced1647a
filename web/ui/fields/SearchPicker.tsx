import { Autocomplete, Box, FormControl, OutlinedInput, Typography } from '@mui/material';
import { FieldLabel } from './FieldLabel.tsx';

/** Somebody who can be picked, and what tells them from others of the name. */
export type Pickable = { id: string; name: string; detail: string };

type SearchPickerProps<Item extends Pickable> = {
  label: string;
  /** What they are called together: customers. */
  noun: string;
  value: Item | null;
  onChange: (item: Item | null) => void;
  /** Hears what is typed, and whether anybody looks. */
  search: { typed: string; type: (typed: string) => void; open: boolean; setOpen: (open: boolean) => void };
  found: { items: readonly Item[]; loading: boolean; failed: boolean };
  placeholder?: string;
  /** It takes the place of a field that was being typed in. */
  autoFocus?: boolean;
};

/** Finds one of many by typing; the list of what was found comes from outside. */
export function SearchPicker<Item extends Pickable>(props: SearchPickerProps<Item>) {
  const { label, noun, value, onChange, search, found, placeholder = 'Type a name', autoFocus } = props;
  return (
    <Autocomplete
      open={search.open}
      onOpen={() => search.setOpen(true)}
      onClose={() => search.setOpen(false)}
      value={value}
      onChange={(_event, item) => onChange(item)}
      inputValue={search.typed}
      onInputChange={(_event, text, reason) => {
        // What was typed before this was there stays.
        if (reason !== 'reset' || value || !search.open) search.type(text);
      }}
      options={found.items}
      loading={found.loading}
      filterOptions={(items) => [...items]}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      noOptionsText={found.failed ? `The ${noun} could not be loaded` : `No ${noun} found`}
      loadingText="Searching..."
      renderOption={({ key, ...props }, { name, detail }) => (
        <Box component="li" key={key} {...props}>
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap>{name}</Typography>
            <Typography variant="caption" noWrap component="p" sx={{ color: 'text.secondary' }}>
              {detail}
            </Typography>
          </Box>
        </Box>
      )}
      renderInput={({ id, disabled, slotProps: { input, htmlInput } }) => (
        <FormControl fullWidth disabled={disabled}>
          <FieldLabel htmlFor={id}>{label}</FieldLabel>
          <OutlinedInput id={id} size="small" {...input} inputProps={htmlInput} autoFocus={autoFocus} placeholder={placeholder} />
        </FormControl>
      )}
    />
  );
}
