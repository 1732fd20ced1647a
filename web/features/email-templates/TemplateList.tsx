import { Box, Button, Paper } from '@mui/material';
import { Mail } from 'lucide-react';
import type { Ref } from 'react';
import { EMAIL_TYPE_LABELS, type EmailType } from '#contract/email-words.ts';
import { CardGrid } from '#web/ui/CardGrid.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/ErrorPanel.tsx';
import { MoreBelow } from '#web/ui/MoreBelow.tsx';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';
import { type CardAct, TemplateCard } from './TemplateCard.tsx';
import { type ListedTemplate, useTemplates } from './use-templates.ts';

/** Pixels of a card: at least so wide, about so high. */
const WIDTH = 360;
const HEIGHT = 212;

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
  if (!data) return <Loading />;
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
      <MoreBelow hasMore={hasMore} loading={loadingMore} onMore={more} />
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
          <Button variant="contained" onClick={onCreate}>
            Create Template
          </Button>
        }
      />
    </Paper>
  );
}

/** The words stand within the place of the first cards, so that nothing moves when the cards come. */
function Loading() {
  return (
    <Box sx={{ position: 'relative' }}>
      <Box
        role="status"
        sx={{ position: 'absolute', insetInline: 0, height: HEIGHT, display: 'grid', placeItems: 'center', color: 'text.secondary' }}
      >
        Loading email templates...
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: `repeat(auto-fill, minmax(min(${WIDTH}px, 100%), 1fr))` }}>
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <SkeletonBlock key={place} height={HEIGHT} />
        ))}
      </Box>
    </Box>
  );
}
