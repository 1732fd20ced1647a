import type { EmailType } from '#contract/email-template.ts';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import type { EmailTemplatesQuery } from '#web/gql/graphql.ts';

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

// The counts are those of the buttons above the list; they find their way to them through the cache.
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

/** A template of the list; each part of the screen reads its own fields of it. */
export type ListedTemplate = EmailTemplatesQuery['emailTemplates']['nodes'][number];

const PAGE = 24;

/** The templates of a type, or all, newest first; they stay true while colleagues work on them. */
export const useTemplates = (type: EmailType | null) =>
  useLiveList({
    query: EmailTemplatesDocument,
    variables: { first: PAGE, type },
    field: 'emailTemplates',
    typename: 'EmailTemplate',
    selectConnection: (data) => data.emailTemplates,
    changes: EmailTemplatesChanged,
    changeOf: (said) => said.emailTemplatesChanged,
    filtered: type !== null,
  });
