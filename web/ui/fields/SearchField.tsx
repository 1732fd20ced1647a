import { IconButton, InputAdornment, OutlinedInput } from '@mui/material';
import { Search, X } from 'lucide-react';
import { useRef } from 'react';

type SearchFieldProps = { label: string; placeholder: string; value: string; onChange: (typed: string) => void };

/** A search box above a list; Escape and the clear button empty it. The list debounces its queries. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <OutlinedInput
      inputRef={input}
      size="small"
      fullWidth
      value={value}
      placeholder={placeholder}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return;
        event.stopPropagation();
        clear();
      }}
      inputProps={{ 'aria-label': label, type: 'search', enterKeyHint: 'search', maxLength: 200 }}
      sx={{ '& ::-webkit-search-cancel-button': { display: 'none' }, '@media (pointer: coarse)': { minHeight: 40 } }}
      startAdornment={
        <InputAdornment position="start">
          <Search size={16} aria-hidden />
        </InputAdornment>
      }
      endAdornment={
        value !== '' && (
          <IconButton size="small" edge="end" aria-label="Clear search" onClick={clear}>
            <X size={16} aria-hidden />
          </IconButton>
        )
      }
    />
  );
}
