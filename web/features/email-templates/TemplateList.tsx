import { Box, Button, Paper } from '@mui/material';
import { Mail, Plus } from 'lucide-react';
import type { Ref } from 'react';
import { EMAIL_TYPE_LABELS, type EmailType } from '#contract/email-template.ts';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import type { EmailTemplatesQuery } from '#web/gql/graphql.ts';
import { Permitted } from '#web/session/session.tsx';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { CardsSkeleton } from '#web/ui/lists/CardsSkeleton.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { type TemplateAction, TemplateCard } from './TemplateCard.tsx';

const EmailTemplatesDocument = graphql(`
  query EmailTemplates($first: Int!, $after: String, $type: EmailType) {
    emailTemplates(first: $first, after: $after, type: $type) {
      eventCursor
      nodes {
        id
        ...TemplateCard_template
        ...EditTemplate_template
        ...DeleteTemplate_template
        ...PersonalizeEmail_template
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

// The counts update the filter buttons through the cache.
const EmailTemplatesChanged = graphql(`
  subscription EmailTemplatesChanged($after: EventCursor) {
    emailTemplatesChanged(after: $after) {
      cursor
      kind
      id
      counts {
        type
        count
      }
      emailTemplate {
        id
        ...TemplateCard_template
        ...EditTemplate_template
        ...DeleteTemplate_template
        ...PersonalizeEmail_template
      }
    }
  }
`);

/** A template of the list; each component reads its own fragment. */
export type ListedTemplate = EmailTemplatesQuery['emailTemplates']['nodes'][number];

const PAGE_SIZE = 24;

/** The templates of a type, or all, newest first; kept up to date by a subscription. */
const useTemplates = (type: EmailType | null) =>
  useLiveList({
    query: EmailTemplatesDocument,
    variables: { first: PAGE_SIZE, type },
    field: 'emailTemplates',
    typename: 'EmailTemplate',
    selectConnection: (data) => data.emailTemplates,
    changes: EmailTemplatesChanged,
    changeOf: (data) => data.emailTemplatesChanged,
    filtered: type !== null,
  });

/** Minimum width of a card in pixels. */
const CARD_WIDTH = 360;

type TemplateListProps = {
  type: EmailType | null;
  onAction: (act: TemplateAction, template: ListedTemplate) => void;
  onCreate: () => void;
  /** Takes the focus when the focused card is removed. */
  listRef: Ref<HTMLDivElement>;
};

/** The template cards, or an empty state. */
export function TemplateList({ type, onAction, onCreate, listRef }: TemplateListProps) {
  const { data, searching, error, retry, hasMore, more } = useTemplates(type);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!data) return <CardsSkeleton label="Loading email templates..." showLabel width={CARD_WIDTH} height={210} />;
  const { nodes } = data.emailTemplates;
  return (
    <Box ref={listRef} tabIndex={-1} sx={{ '&:focus-visible': { outline: 'none' } }}>
      {nodes.length === 0 ? (
        <Empty type={type} onCreate={onCreate} />
      ) : (
        <CardGrid label="Email templates" width={CARD_WIDTH} fading={searching}>
          {nodes.map((template) => (
            <TemplateCard key={template.id} template={template} onAction={(act) => onAction(act, template)} />
          ))}
        </CardGrid>
      )}
      <LoadMore hasMore={hasMore} onMore={more} />
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
            ? `No ${EMAIL_TYPE_LABELS[type]} templates yet.`
            : 'Create a template for emails you send often. Customer details are filled in for you.'
        }
        action={
          <Permitted to="emailTemplate.change">
            <Button variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={onCreate}>
              Create Template
            </Button>
          </Permitted>
        }
      />
    </Paper>
  );
}
