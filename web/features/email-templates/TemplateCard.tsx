import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, Chip, IconButton, Typography } from '@mui/material';
import { Copy, Pencil, Trash2, UserRoundPen } from 'lucide-react';
import type { ReactNode } from 'react';
import { EMAIL_TYPE_LABELS } from '#contract/email-template.ts';
import { graphql } from '#web/gql/gql.ts';
import { formatCount } from '#web/lib/format/formats.ts';
import { memoRow } from '#web/lib/memo-row.ts';
import { Permitted } from '#web/session/session.tsx';
import { TemplateText } from '#web/templates/TemplateText.tsx';
import { copyTemplate } from '#web/templates/template-values.ts';
import { CardItem } from '#web/ui/lists/CardGrid.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';

const TemplateCard_template = graphql(`
  fragment TemplateCard_template on EmailTemplate {
    id
    name
    type
    subject
    body
    usageCount
  }
`);

/** The actions of a card that open a dialog. */
export type TemplateAction = 'personalize' | 'edit' | 'delete';

type TemplateCardProps = { template: FragmentType<typeof TemplateCard_template>; onAction: (act: TemplateAction) => void };

/** A template and its actions. */
export const TemplateCard = memoRow(function TemplateCard({ template, onAction }: TemplateCardProps) {
  const { data, complete } = useFragment({ fragment: TemplateCard_template, from: template });
  // Just deleted; the list is about to update.
  if (!complete) return null;
  return (
    <CardItem label={data.name} height={212}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Typography variant="h2" sx={[lines(2), { flex: 1, minWidth: 0 }]} title={data.name}>
          {data.name}
        </Typography>
        <Chip label={EMAIL_TYPE_LABELS[data.type]} />
      </Box>
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <Typography sx={lines(2)}>
          <TemplateText text={data.subject} />
        </Typography>
        <Typography variant="body2" sx={[lines(3), { color: 'text.secondary' }]}>
          <TemplateText text={data.body} />
        </Typography>
      </Box>
      <Box sx={actions}>
        <Permitted to="customer.read">
          <Button
            size="small"
            variant="outlined"
            startIcon={<UserRoundPen size={14} aria-hidden />}
            onClick={() => onAction('personalize')}
            sx={{ mr: 0.5, '@media (pointer: coarse)': { minHeight: 40 } }}
          >
            Personalize
          </Button>
        </Permitted>
        <ActionButton name="Copy" icon={<Copy size={16} aria-hidden />} onClick={() => void copyTemplate(data)} />
        <Permitted to="emailTemplate.change">
          <ActionButton name="Edit" icon={<Pencil size={16} aria-hidden />} onClick={() => onAction('edit')} />
        </Permitted>
        <Permitted to="emailTemplate.delete">
          <ActionButton name="Delete" icon={<Trash2 size={16} aria-hidden />} onClick={() => onAction('delete')} />
        </Permitted>
        <Typography variant="caption" className="tabular" sx={{ ml: 'auto', color: 'text.secondary' }}>
          {`Used ${formatCount(data.usageCount)} ${data.usageCount === 1 ? 'time' : 'times'}`}
        </Typography>
      </Box>
    </CardItem>
  );
});

function ActionButton({ name, icon, onClick }: { name: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip title={name}>
      <IconButton size="small" aria-label={name} onClick={onClick} sx={{ '@media (pointer: coarse)': { width: 40, height: 40 } }}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}

const actions = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.5,
  mt: 'auto',
  '@media (pointer: coarse)': { columnGap: 0 },
} as const;

/** Truncates text to this many lines. */
const lines = (most: number) => ({
  display: '-webkit-box',
  WebkitLineClamp: most,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
});
