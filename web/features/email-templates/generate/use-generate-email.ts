import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import type { EmailWish } from '#contract/email-template-input.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const GenerateEmail = graphql(`
  mutation GenerateEmail($input: GenerateEmailInput!) {
    generateEmail(input: $input) {
      ... on GeneratedEmail {
        subject
        body
        variables
        engine
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** A template the assistant wrote, and what was wished for. */
export type GeneratedEmail = { subject: string; body: string; variables: readonly string[]; engine: string; wish: EmailWish };

/** Has the assistant write a template. The one before stays until the next is there. */
export function useGenerateEmail() {
  const [mutate, { loading }] = useMutation(GenerateEmail, { fetchPolicy: 'no-cache' });
  const [email, setEmail] = useState<GeneratedEmail | null>(null);
  const generate = async (wish: EmailWish) => {
    const written = await runMutation(mutate({ variables: { input: wish } }), {
      done: 'AI template generated successfully',
      failed: 'Failed to generate AI template',
    });
    if (written) setEmail({ ...written, wish });
  };
  return { email, generate, generating: loading };
}
