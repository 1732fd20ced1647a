import type { Theme, ThemeOptions } from '@mui/material/styles';
import { ChevronDown, X } from 'lucide-react';
import { createElement } from 'react';
import type { Hue } from './palette.ts';

const hairline = (theme: Theme) => `1px solid ${theme.vars.palette.divider}`;

// One ring for everything that can have the focus.
const ring = (theme: Theme) => ({ outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 });

/** How MUI's parts look here: flat, hairline-bordered, dense, without ripples. */
export const components: ThemeOptions['components'] = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      body: { fontFeatureSettings: '"cv11", "ss03"', WebkitFontSmoothing: 'antialiased', MozOsxFontSmoothing: 'grayscale' },
      '.tabular': { fontVariantNumeric: 'tabular-nums' },
      ':focus-visible': ring(theme),
      // These take the focus only to begin there.
      ':is(main, [role=dialog], [role=presentation]):focus-visible': { outline: 'none' },
      '::selection': { backgroundColor: theme.vars.palette.surface.selected },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    // A button element has a typeface of its own otherwise.
    styleOverrides: { root: ({ theme }) => ({ fontFamily: 'inherit', '&.Mui-focusVisible': ring(theme) }) },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: 36,
        padding: '7px 14px',
        whiteSpace: 'nowrap',
        '@media (pointer: coarse)': { minHeight: 40 },
      },
      contained: ({ theme }) => ({
        '&.Mui-disabled': { backgroundColor: theme.vars.palette.surface.hover, color: theme.vars.palette.text.disabled },
      }),
      sizeSmall: { minHeight: 30, padding: '4px 10px', fontSize: 13 },
      outlined: ({ theme }) => ({
        color: theme.vars.palette.text.primary,
        borderColor: theme.vars.palette.hairline,
        backgroundColor: theme.vars.palette.background.paper,
        '&:hover': { backgroundColor: theme.vars.palette.surface.hover, borderColor: theme.vars.palette.hairline },
      }),
      text: ({ theme }) => ({ '&:hover': { backgroundColor: theme.vars.palette.surface.hover } }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 36,
        height: 36,
        borderRadius: 8,
        color: theme.vars.palette.text.secondary,
        '&:hover': { backgroundColor: theme.vars.palette.surface.hover, color: theme.vars.palette.text.primary },
        '@media (pointer: coarse)': { width: 40, height: 40 },
      }),
      sizeSmall: { width: 28, height: 28 },
    },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      root: ({ theme }) => ({ backgroundImage: 'none', border: hairline(theme) }),
      rounded: { borderRadius: 10 },
    },
  },
  MuiPopover: { styleOverrides: { paper: { boxShadow: 'var(--cb-floating)' } } },
  MuiMenu: { styleOverrides: { paper: { boxShadow: 'var(--cb-floating)' }, list: { padding: 4 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 34,
        borderRadius: 6,
        fontSize: 14,
        '&:hover, &.Mui-focusVisible': { backgroundColor: theme.vars.palette.surface.hover },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: theme.vars.palette.surface.selected },
        '@media (pointer: coarse)': { minHeight: 40 },
      }),
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { minWidth: 0, marginRight: 10, '.MuiMenuItem-root &': { minWidth: 0 } } } },
  MuiDialog: {
    styleOverrides: {
      paper: {
        borderRadius: 12,
        boxShadow: 'var(--cb-floating)',
        '@media (max-width: 599.95px)': { margin: 16, width: 'calc(100% - 32px)', maxHeight: 'calc(100% - 32px)' },
      },
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: 16, lineHeight: '24px', fontWeight: 600, padding: '20px 24px 12px' } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '16px 24px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
  MuiBackdrop: { styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgb(10 14 22 / 0.45)' } } } },
  MuiTooltip: {
    defaultProps: { enterDelay: 300, enterNextDelay: 100, arrow: false },
    styleOverrides: {
      tooltip: {
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 500,
        padding: '6px 8px',
        borderRadius: 6,
        backgroundColor: '#1B2230',
        color: '#F3F5F9',
      },
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.subtitle2,
        display: 'block',
        marginBottom: 4,
        '&, &.Mui-focused, &.Mui-error': { color: theme.vars.palette.text.primary },
      }),
    },
  },
  MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.surface.field,
        fontSize: 14,
        '& .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.hairline },
        '&:hover:not(.Mui-focused, .Mui-error, .Mui-disabled) .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.vars.palette.text.disabled,
        },
        '@media (pointer: coarse)': { fontSize: 16, minHeight: 40 },
      }),
      input: {
        '&:focus-visible': { outline: 'none' },
        variants: [
          {
            props: { size: 'small', multiline: false },
            style: { height: 20, paddingTop: 8, paddingBottom: 8, '@media (pointer: coarse)': { height: 24, lineHeight: '24px' } },
          },
        ],
      },
    },
  },
  MuiInputBase: {
    styleOverrides: {
      input: ({ theme }) => ({
        textOverflow: 'ellipsis',
        '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 0.85 },
      }),
    },
  },
  MuiSelect: {
    defaultProps: { IconComponent: ChevronDown },
    styleOverrides: {
      // As high as the text fields next to it.
      select: { '&.MuiSelect-select': { minHeight: 20 } },
      icon: { width: 16, height: 16, top: 'calc(50% - 8px)', right: 10 },
    },
  },
  MuiInputAdornment: { styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.text.secondary }) } },
  MuiFormHelperText: { styleOverrides: { root: { marginLeft: 0, fontSize: 12, lineHeight: '16px' } } },
  MuiSkeleton: {
    defaultProps: { variant: 'rounded' },
    styleOverrides: {
      root: ({ theme }) => ({ width: '100%', backgroundColor: theme.vars.palette.surface.hover }),
      text: { borderRadius: 8 },
    },
  },
  MuiAutocomplete: {
    defaultProps: { popupIcon: createElement(ChevronDown, { size: 16 }), clearIcon: createElement(X, { size: 16 }) },
    styleOverrides: {
      paper: { boxShadow: 'var(--cb-floating)' },
      // Leaves room for the two buttons, which are larger on a touch screen.
      root: {
        '@media (pointer: coarse)': {
          '&.MuiAutocomplete-hasPopupIcon.MuiAutocomplete-hasClearIcon .MuiOutlinedInput-root': { paddingRight: 90 },
        },
      },
      // As high as any other field.
      inputRoot: {
        '&.MuiInputBase-sizeSmall': { minHeight: 36, paddingTop: 4, paddingBottom: 4, '@media (pointer: coarse)': { minHeight: 40 } },
      },
    },
  },
  MuiSwitch: {
    styleOverrides: {
      // A track that holds its knob.
      sizeSmall: ({ theme }) => ({
        width: 32,
        height: 20,
        padding: 1,
        margin: 4,
        '@media (pointer: coarse)': { overflow: 'visible', '& .MuiSwitch-input': { top: -10, height: 40 } },
        '& .MuiSwitch-switchBase': { padding: 4, '&.Mui-checked': { transform: 'translateX(12px)' } },
        '& .MuiSwitch-thumb': { width: 12, height: 12, boxShadow: 'none', color: theme.vars.palette.background.paper },
        '& .MuiSwitch-track': { borderRadius: 9, opacity: 1, backgroundColor: theme.vars.palette.tone.neutral.main },
        '& .Mui-checked + .MuiSwitch-track': { opacity: '1 !important' },
        '& .Mui-focusVisible + .MuiSwitch-track': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
      }),
    },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: ({ theme }) => ({ height: 6, borderRadius: 3, backgroundColor: theme.vars.palette.surface.hover }),
      bar: { borderRadius: 3 },
    },
  },
  MuiChip: {
    // Most stand in a line of text, where a block must not.
    defaultProps: { component: 'span', size: 'small', color: 'neutral' },
    styleOverrides: {
      root: ({ theme, ownerState: { color = 'neutral' } }) => {
        const { tone, stage } = theme.vars.palette;
        const hues: Partial<Record<string, Hue>> = { ...tone, ...stage };
        return {
          justifyContent: 'start',
          height: 20,
          borderRadius: 6,
          fontSize: 12,
          fontWeight: 500,
          lineHeight: '20px',
          fontVariantNumeric: 'tabular-nums',
          verticalAlign: 'baseline',
          color: hues[color]?.ink,
          backgroundColor: hues[color]?.surface,
        };
      },
      icon: { flexShrink: 0, margin: '0 -2px 0 6px', color: 'inherit' },
      label: { padding: '0 6px' },
    },
  },
  MuiTab: { styleOverrides: { root: { minHeight: 40, padding: '8px 12px', minWidth: 0 } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    // One that is a button has a ring of its own otherwise.
    styleOverrides: { root: ({ theme }) => ({ '&.Mui-focusVisible': ring(theme) }) },
  },
};
