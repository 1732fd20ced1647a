import { styled } from '@mui/material/styles';
import { type LeadStage, STAGE_NOTES } from '#contract/lead.ts';

const HEIGHT = 110;
const NOTE = 20;
export const CARD_GAP = 8;

/** How tall a card is in a column: all cards of a column are alike, so the virtual list never has to measure one. */
export const cardHeight = (stage: LeadStage): number => HEIGHT + (STAGE_NOTES[stage] ? NOTE : 0);

// Names of any script stand at the left, and are cut at their own end.
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', textAlign: 'left' } as const;

// One styled element with plain ones inside: sixty of these are on the screen while someone drags.
export const CardFace = styled('div', { shouldForwardProp: (name) => name !== 'stage' })<{ stage?: LeadStage }>(
  ({ theme, stage = 'leads' }) => {
    const { palette } = theme.vars;
    const hue = palette.stage[stage];
    return {
      position: 'relative',
      boxSizing: 'border-box',
      height: cardHeight(stage),
      padding: '10px',
      borderRadius: 10,
      border: `1px solid ${palette.divider}`,
      backgroundColor: palette.background.paper,
      color: palette.text.primary,
      fontSize: 12,
      lineHeight: '16px',
      transition: 'border-color 120ms ease-out, box-shadow 120ms ease-out',
      '[role=button]:hover > &': { borderColor: palette.hairline },
      '& .name': { ...oneLine, fontSize: 13, lineHeight: '20px', fontWeight: 600, letterSpacing: '-0.006em' },
      '& .company': { ...oneLine, color: palette.text.secondary },
      '& .note': {
        ...oneLine,
        display: 'flex',
        alignItems: 'center',
        gap: 6,
        height: NOTE - 4,
        marginTop: 4,
        fontWeight: 500,
        color: hue.ink,
      },
      '& .note::before': { content: '""', flex: 'none', width: 6, height: 6, borderRadius: 3, backgroundColor: hue.main },
      '& .worth': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 4, height: 20, marginTop: 6 },
      '& strong': { ...oneLine, flex: 'none', maxWidth: '70%', fontSize: 13, fontWeight: 600 },
      '& .source': {
        ...oneLine,
        padding: '0 4px',
        borderRadius: 6,
        lineHeight: '20px',
        fontWeight: 500,
        color: palette.tone.neutral.ink,
        backgroundColor: palette.tone.neutral.surface,
      },
      '& .times': {
        display: 'flex',
        justifyContent: 'space-between',
        gap: 8,
        marginTop: 8,
        color: palette.text.secondary,
        fontVariantNumeric: 'tabular-nums',
      },
      '& .times span': { ...oneLine, display: 'flex', alignItems: 'center', gap: 4 },
      '& .times span:last-of-type': { flex: 'none' },
      // A narrow column needs the room for the words.
      '& .times svg': { display: 'none', flex: 'none', opacity: 0.8 },
      '@container (min-width: 220px)': { '& .times svg': { display: 'block' } },
      // With six columns on a small window, where it came from is left to the opened card.
      '@container (max-width: 155px)': {
        padding: '10px 6px',
        '& .source': { display: 'none' },
        '& strong': { maxWidth: '100%' },
        '& .times': { gap: 2, fontVariantNumeric: 'normal' },
        '& .times span': { display: 'block' },
      },
      '& .news': {
        ...oneLine,
        position: 'absolute',
        top: -9,
        right: 8,
        maxWidth: 'calc(100% - 16px)',
        padding: '0 8px',
        borderRadius: 9,
        lineHeight: '18px',
        fontWeight: 500,
        color: palette.primary.contrastText,
        backgroundColor: palette.primary.main,
      },
      '&[data-news]': { borderColor: palette.primary.main },
      '&[data-lifted]': { borderColor: palette.hairline, boxShadow: 'var(--cb-floating)', cursor: 'grabbing' },
    };
  },
);
