import { Monitor, Moon, Sun } from 'lucide-react';

/** The color schemes. */
export const SCHEMES = [
  { mode: 'light', label: 'Light', icon: Sun },
  { mode: 'dark', label: 'Dark', icon: Moon },
  { mode: 'system', label: 'System', icon: Monitor },
] as const;
