import { Box, Button, Paper } from '@mui/material';
import { Mail, Plus } from 'lucide-react';
import type { Ref } from 'react';
import { EMAIL_TYPE_LABELS, type EmailType } from '#contract/email-template.ts';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { CardGridSkeleton } from '#web/ui/lists/CardGridSkeleton.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { type CardAct, TemplateCard } from './TemplateCard.tsx';
import { type ListedTemplate, useTemplates } from './use-templates.ts';

/** Pixels a card needs at least. */
const WIDTH = 360;

type TemplateListProps = {
  type: EmailType | null;
  onAct: (act: CardAct, template: ListedTemplate) => void;
  onCreate: () => void;
  /** Takes the focus where a card that had it is gone. */
  listRef: Ref<HTMLDivElement>;
};

/** The cards, or why there are none. */
export function TemplateList({ type, onAct, onCreate, listRef }: TemplateListProps) {
  const { data, searching, error, retry, hasMore, loadingMore, more } = useTemplates(type);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!data) return <CardGridSkeleton words="Loading email templates..." width={WIDTH} parts={[104, 30]} />;
  const { nodes } = data.emailTemplates;
  return (
    <Box ref={listRef} tabIndex={-1} sx={{ '&:focus-visible': { outline: 'none' } }}>
      {nodes.length === 0 ? (
        <Empty type={type} onCreate={onCreate} />
      ) : (
        <CardGrid label="Email templates" width={WIDTH} fading={searching}>
          {nodes.map((template) => (
            <TemplateCard key={template.id} template={template} onAct={(act) => onAct(act, template)} />
          ))}
        </CardGrid>
      )}
      <LoadMore hasMore={hasMore} loading={loadingMore} onMore={more} />
    </Box>
  );
}

function Empty({ type, onCreate }: { type: EmailType | null; onCreate: () => void }) {
  return (
    <Paper>
      <EmptyState
        icon={<Mail size={18} />}
        title="No email templates found."
        hint={
          type
            ? `There is none of the type ${EMAIL_TYPE_LABELS[type]} yet.`
            : 'Write down once what you send often; the customer’s name and details are filled in for you.'
        }
        action={
          <Button variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={onCreate}>
            Create Template
          </Button>
        }
      />
    </Paper>
  );
}
