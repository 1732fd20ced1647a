import { Box, InputAdornment, OutlinedInput } from '@mui/material';
import { Search } from 'lucide-react';
import { type SubmitEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { transcriptionSearchPath } from '#web/lib/paths.ts';
import { useShortcut } from '#web/lib/use-shortcut.ts';
import { Kbd } from '#web/ui/Kbd.tsx';

/** Searches the transcriptions from anywhere; `/` brings the focus here. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useShortcut('/', () => input.current?.focus());

  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = input.current?.value.trim();
    if (!text) return;
    navigate(transcriptionSearchPath(text));
    // The search box of the list shows it from here on.
    event.currentTarget.reset();
  }

  return (
    <Box component="form" role="search" onSubmit={search} sx={{ flex: { xs: 1, sm: '0 1 340px' }, minWidth: 0 }}>
      <OutlinedInput
        inputRef={input}
        size="small"
        fullWidth
        sx={{ px: { xs: 1, sm: 1.75 }, '& .MuiOutlinedInput-input': { pr: 0 }, '& ::-webkit-search-cancel-button': { display: 'none' } }}
        type="search"
        placeholder="Search transcriptions..."
        inputProps={{ 'aria-label': 'Search transcriptions', enterKeyHint: 'search' }}
        startAdornment={
          <InputAdornment position="start">
            <Search size={16} aria-hidden />
          </InputAdornment>
        }
        endAdornment={
          <Box sx={{ display: { xs: 'none', md: 'flex' } }}>
            <Kbd>/</Kbd>
          </Box>
        }
      />
    </Box>
  );
}
