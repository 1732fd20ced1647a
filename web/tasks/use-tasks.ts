import { useMutation } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CreateTaskInput } from '#web/gql/graphql.ts';

const CreateTask = graphql(`
  mutation CreateTask($input: CreateTaskInput!) {
    createTask(input: $input) {
      ... on Task {
        id
        lead {
          id
          updatedAt
          nextStepDueBy
          nextStep {
            id
            title
            dueOn
            dueAt
          }
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Adds a task; resolves to whether it was saved. */
export function useCreateTask(done: string) {
  const [mutate] = useMutation(CreateTask);
  return async (input: CreateTaskInput): Promise<boolean> =>
    (await runMutation(mutate({ variables: { input } }), { done, failed: 'Failed to add the task.' })) !== null;
}

const CompleteTask = graphql(`
  mutation CompleteTask($id: ID!) {
    completeTask(id: $id) {
      ... on Task {
        id
        completedAt
        lead {
          id
          updatedAt
          nextStepDueBy
          nextStep {
            id
          }
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Completes a task; resolves to whether it was saved. */
export function useCompleteTask() {
  const [mutate] = useMutation(CompleteTask);
  return async (id: string): Promise<boolean> =>
    (await runMutation(mutate({ variables: { id } }), { done: 'Task completed.', failed: 'Failed to complete the task.' })) !== null;
}
