import { useApolloClient } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

export const TemplateFromReply = graphql(`
  query TemplateFromReply($id: ID!, $text: String!) {
    templateFromReply(replyId: $id, text: $text) {
      ... on ProposedTemplate {
        name
        type
        subject
        body
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Has a reply turned into a template to look over: without the customer's details, nothing stored yet. Null where that failed. */
export function useProposeTemplate() {
  const client = useApolloClient();
  return (id: string, text: string) =>
    runMutation(client.query({ query: TemplateFromReply, variables: { id, text }, fetchPolicy: 'no-cache' }), {
      failed: 'Failed to save template',
    });
}
