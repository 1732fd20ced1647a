import { Box, Tab, Tabs } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { type Preloadable, preloadOnIntent } from '#web/lib/lazy-with-preload.ts';

type PageTabsProps<T extends string> = {
  label: string;
  /** `code` is loaded when the pointer or the focus is on the tab; null where it is there. */
  tabs: readonly { tab: T; label: string; code: Preloadable | null }[];
  open: T;
  onOpen: (tab: T) => void;
  /** The content of the open tab. */
  children: ReactNode;
};

/** The tabs of a screen, which scroll if they do not fit, and the panel of the open one. */
export function PageTabs<T extends string>({ label, tabs, open, onOpen, children }: PageTabsProps<T>) {
  const id = useId();
  return (
    <>
      <Tabs
        value={open}
        onChange={(_event, next: T) => onOpen(next)}
        variant="scrollable"
        aria-label={label}
        sx={{ mb: 3, '& .MuiTab-root': { px: { xs: 1, sm: 1.5 } } }}
      >
        {tabs.map(({ tab, label: name, code }) => (
          <Tab {...(code && preloadOnIntent(code))} key={tab} value={tab} label={name} id={`${id}-${tab}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
        {children}
      </Box>
    </>
  );
}
