import { Box, IconButton, Link, Tooltip, Typography } from '@mui/material';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { LivePrompts_CallFragment } from '#web/gql/graphql.ts';
import { trainingSearchPath } from '#web/lib/paths.ts';
import type { Tone } from '#web/theme/theme.ts';
import { fading } from '../data/use-exit-transition.ts';

type PromptCardProps = { tone: Tone; leaving?: boolean; onDismiss?: () => void; label?: string; children: ReactNode };

/** One thing the rep is told, on the ground of its kind. */
export function PromptCard({ tone, leaving = false, onDismiss, label, children }: PromptCardProps) {
  return (
    <Box
      component="li"
      data-leaving={leaving || undefined}
      inert={leaving}
      sx={(theme) => ({
        ...fading,
        display: 'flex',
        alignItems: 'flex-start',
        gap: 0.5,
        p: 1.25,
        pr: onDismiss ? 0.5 : 1.25,
        minWidth: 0,
        borderRadius: '8px',
        overflowWrap: 'anywhere',
        color: theme.vars.palette.tone[tone].ink,
        bgcolor: theme.vars.palette.tone[tone].surface,
      })}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
      {onDismiss && (
        <Tooltip title="Put away">
          <IconButton size="small" onClick={onDismiss} aria-label={`Put away: ${label}`} sx={{ mt: -0.5, color: 'inherit' }}>
            <X size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

type Card = NonNullable<LivePrompts_CallFragment['prompts'][number]['card']>;

/** What answers the customer's words, from the training data. */
export function ObjectionAnswer({ card: { title, excerpt } }: { card: Card }) {
  return (
    <Box sx={{ mt: 0.75, pt: 0.75, borderTop: '1px solid', borderColor: 'divider' }}>
      <Link
        component={RouterLink}
        to={trainingSearchPath(title)}
        color="inherit"
        underline="always"
        variant="body2"
        sx={{ fontWeight: 600 }}
      >
        {title}
      </Link>
      <Typography variant="body2" sx={{ mt: 0.25, color: 'text.primary', whiteSpace: 'pre-line' }}>
        {excerpt}
      </Typography>
    </Box>
  );
}
