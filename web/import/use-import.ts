import { useMutation, useQuery } from '@apollo/client/react';
import type { ImportChoices } from '#contract/import.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import type { ImportQuery } from '#web/gql/graphql.ts';

const ImportDocument = graphql(`
  query Import($id: ID!) {
    importsCursor
    import(id: $id) {
      id
      noun
      fileName
      header
      columns
      notices
      total
      state
      isAtWork
      problemCount
      wouldCreate
      wouldUpdate
      wouldKeep
      done
      created
      updated
      undone
      kept
      sample {
        number
        cells
      }
      replacements {
        field
        value
        replacement
      }
      emptyFields
      problemGroups {
        field
        isOptional
        rows
        valueCount
        values {
          value
          problem
          rows
          firstRow
        }
      }
      keptRows {
        number
        problem
      }
    }
  }
`);

// Its fields are merged into the cache, where the dialog reads them.
export const ImportsChanged = graphql(`
  subscription ImportsChanged($after: EventCursor) {
    importsChanged(after: $after) {
      cursor
      import {
        id
        state
        isAtWork
        done
        created
        updated
        undone
        kept
        keptRows {
          number
          problem
        }
      }
    }
  }
`);

const CheckImport = graphql(`
  mutation CheckImport($id: ID!, $columns: [String!]!, $replacements: [ImportReplacementInput!], $emptyFields: [String!]) {
    checkImport(id: $id, columns: $columns, replacements: $replacements, emptyFields: $emptyFields) {
      ... on Import {
        id
        columns
        problemCount
        wouldCreate
        wouldUpdate
        wouldKeep
        replacements {
          field
          value
          replacement
        }
        emptyFields
        problemGroups {
          field
          isOptional
          rows
          valueCount
          values {
            value
            problem
            rows
            firstRow
          }
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

const StartImport = graphql(`
  mutation StartImport($id: ID!) {
    startImport(id: $id) {
      ... on Import {
        id
        state
        isAtWork
      }
      ... on Failure {
        message
      }
    }
  }
`);

const UndoImport = graphql(`
  mutation UndoImport($id: ID!) {
    undoImport(id: $id) {
      ... on Import {
        id
        state
        isAtWork
        done
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** A file on its way in, as the dialog shows it. */
export type LoadedImport = NonNullable<ImportQuery['import']>;

/** An import with its progress, and its actions; each returns whether it succeeded. */
export function useImport(id: string) {
  const { data, error, refetch } = useQuery(ImportDocument, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const again = () => void refetch().catch(() => undefined);
  useResumableSubscription(ImportsChanged, {
    cursorOf: ({ importsChanged }) => importsChanged.cursor,
    from: data?.importsCursor ?? null,
    onChange: () => undefined,
    onResync: again,
  });
  const [check, { loading: checking }] = useMutation(CheckImport);
  const [start, { loading: starting }] = useMutation(StartImport);
  const [undo, { loading: undoing }] = useMutation(UndoImport);
  return {
    file: data?.import ?? null,
    error,
    again,
    pending: checking || starting || undoing,
    check: async ({ columns, replacements, emptyFields }: ImportChoices) => {
      const variables = { id, columns: [...columns], replacements: [...replacements], emptyFields: [...emptyFields] };
      return (await runMutation(check({ variables }), { failed: 'The file could not be checked.' })) !== null;
    },
    start: async () => (await runMutation(start({ variables: { id } }), { failed: 'The import could not be started.' })) !== null,
    undo: async () => (await runMutation(undo({ variables: { id } }), { failed: 'The import could not be undone.' })) !== null,
  };
}
