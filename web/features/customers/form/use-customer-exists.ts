import { useQuery } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';
import { useImportUpdates } from '../use-import-updates.ts';

const StillThere = graphql(`
  query StillThere($id: ID!) {
    importsCursor
    customer(id: $id) {
      id
    }
  }
`);

/** Whether a customer whose fields stand open is still known; true until the server says otherwise. */
export function useCustomerExists(id: string): boolean {
  const { data, refetch } = useQuery(StillThere, { variables: { id }, fetchPolicy: 'network-only' });
  useImportUpdates(data?.importsCursor ?? null, () => refetch().catch(() => undefined));
  return data?.customer !== null;
}
