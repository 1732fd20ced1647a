import type { LeadStage } from '#contract/lead.ts';

/** A colour in three strengths: a mark, the ground it may tint, and text on that ground. */
export type Hue = { main: string; surface: string; ink: string };
export type Tone = 'neutral' | 'brand' | 'success' | 'warning' | 'error' | 'info';
type Surface = { sidebar: string; raised: string; hover: string; selected: string; field: string };
type CustomPalette = {
  stage: Record<LeadStage, Hue>;
  tone: Record<Tone, Hue>;
  surface: Surface;
  hairline: string;
  mark: { ground: string; ink: string };
};

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
  interface Palette extends CustomPalette {}
  interface PaletteOptions extends Partial<CustomPalette> {}
}
type ChipColors = Record<Tone | LeadStage, true>;
declare module '@mui/material/Chip' {
  interface ChipPropsColorOverrides extends ChipColors {}
}

const hue = (main: string, surface: string, ink: string): Hue => ({ main, surface, ink });

export const light = {
  primary: { main: '#4F46E5', dark: '#4338CA', light: '#6366F1', contrastText: '#FFFFFF' },
  success: { main: '#047857', contrastText: '#FFFFFF' },
  warning: { main: '#B45309', contrastText: '#FFFFFF' },
  error: { main: '#C42032', dark: '#A11A2A', contrastText: '#FFFFFF' },
  info: { main: '#0369A1', contrastText: '#FFFFFF' },
  background: { default: '#FBFBFD', paper: '#FFFFFF' },
  text: { primary: '#0F172A', secondary: '#516075', disabled: '#94A3B8' },
  divider: '#E4E8EE',
  hairline: '#CFD6E0',
  mark: { ground: '#4F46E5', ink: '#FFFFFF' },
  surface: { sidebar: '#F5F6F9', raised: '#F7F8FA', hover: '#EEF0F4', selected: '#ECEBFC', field: '#FFFFFF' },
  stage: {
    leads: hue('#64748B', '#F1F4F8', '#3B4A60'),
    needs_quote: hue('#C9821B', '#FDF5E6', '#7F4A0B'),
    quoted: hue('#2F86C1', '#EBF4FB', '#14527D'),
    needs_follow_up: hue('#D0576B', '#FCF0F2', '#8E2337'),
    waiting: hue('#8468CE', '#F4F1FC', '#513896'),
    won: hue('#1E9467', '#EAF7F1', '#0E5A3D'),
  },
  tone: {
    neutral: hue('#64748B', '#F1F4F8', '#3B4A60'),
    brand: hue('#4F46E5', '#EEEDFD', '#3B33B8'),
    success: hue('#16855B', '#E9F7F0', '#0E5A3D'),
    warning: hue('#B87514', '#FDF5E2', '#7A470A'),
    error: hue('#C42032', '#FDEFF0', '#951826'),
    info: hue('#2277B3', '#EAF4FC', '#14527D'),
  },
} as const;

export const dark = {
  primary: { main: '#818CF8', dark: '#6D79F2', light: '#A5B0FF', contrastText: '#0B0E1A' },
  success: { main: '#4ABF90', contrastText: '#06150F' },
  warning: { main: '#E3A547', contrastText: '#191003' },
  error: { main: '#F2808C', dark: '#EC6675', contrastText: '#1C0508' },
  info: { main: '#5CB3E8', contrastText: '#04121C' },
  background: { default: '#0C0F15', paper: '#12161E' },
  text: { primary: '#E8ECF3', secondary: '#9DA8B9', disabled: '#5B6677' },
  divider: '#222935',
  hairline: '#354050',
  mark: { ground: '#574FEA', ink: '#FFFFFF' },
  surface: { sidebar: '#0F131A', raised: '#171C26', hover: '#1A202B', selected: '#20233F', field: '#0F131A' },
  stage: {
    leads: hue('#8A98AD', '#1A212C', '#C3CDDB'),
    needs_quote: hue('#D9A04C', '#282014', '#F0CE93'),
    quoted: hue('#58A9DC', '#122433', '#A9D6F5'),
    needs_follow_up: hue('#E58496', '#2B181D', '#F6BFC9'),
    waiting: hue('#A390E4', '#1F1B33', '#D2C7F8'),
    won: hue('#48B78A', '#10261D', '#A0E2C6'),
  },
  tone: {
    neutral: hue('#8A98AD', '#1A212C', '#C3CDDB'),
    brand: hue('#818CF8', '#20233F', '#C5CAFD'),
    success: hue('#48B78A', '#10261D', '#A0E2C6'),
    warning: hue('#D9A04C', '#282014', '#F0CE93'),
    error: hue('#F2808C', '#2E171B', '#F9C0C6'),
    info: hue('#5CB3E8', '#122433', '#A9D6F5'),
  },
} as const;
