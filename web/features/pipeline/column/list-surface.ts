import { styled } from '@mui/material/styles';

/** The part of a column that scrolls. The room on top is for the name a card wears on its edge. */
export const ListSurface = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overflowX: 'hidden',
  overscrollBehaviorY: 'contain',
  containerType: 'inline-size',
  // The bar is as wide as the margin on the other side, so cards stand in the middle with or without it.
  scrollbarGutter: 'stable',
  '&::-webkit-scrollbar': { width: 6 },
  '&::-webkit-scrollbar-thumb': { border: '1px solid transparent', borderRadius: 3, backgroundClip: 'content-box' },
  '&:hover::-webkit-scrollbar-thumb': { backgroundColor: theme.vars.palette.text.disabled },
  '@supports not selector(::-webkit-scrollbar)': { scrollbarWidth: 'thin' },
  padding: '10px 0 8px 6px',
  '& ul': { position: 'relative', margin: 0, padding: 0, listStyle: 'none' },
  '& li': { position: 'absolute', top: 0, left: 0, right: 0 },
  '& [role=button]': {
    borderRadius: 10,
    cursor: 'grab',
    userSelect: 'none',
    WebkitTouchCallout: 'none',
    touchAction: 'manipulation',
  },
}));
