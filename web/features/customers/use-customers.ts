import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';

/** Customers a page. */
const PAGE = 30;

const CustomersDocument = graphql(`
  query Customers($first: Int, $after: String, $search: String) {
    customers(first: $first, after: $after, search: $search) {
      eventCursor
      nodes {
        id
        ...CustomerCard_customer
        ...EditCustomer_customer
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const CustomersChanged = graphql(`
  subscription CustomersChanged($after: EventCursor) {
    customersChanged(after: $after) {
      cursor
      kind
      id
      customer {
        id
        ...CustomerCard_customer
        ...EditCustomer_customer
      }
    }
  }
`);

/** The customers that a search finds, newest first, as they are now. */
export function useCustomers(search: string) {
  const { data, ...list } = useLiveList({
    query: CustomersDocument,
    variables: { first: PAGE, search: search || null },
    field: 'customers',
    typename: 'Customer',
    selectConnection: ({ customers }) => customers,
    changes: CustomersChanged,
    changeOf: ({ customersChanged }) => customersChanged,
    filtered: search !== '',
  });
  return { customers: data?.customers.nodes, ...list };
}
