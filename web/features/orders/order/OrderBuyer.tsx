import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { graphql } from '#web/gql/gql.ts';
import type { OrderBuyer_OrderFragment } from '#web/gql/graphql.ts';
import { customerPath } from '#web/lib/paths.ts';
import { touchable } from '#web/ui/touchable.ts';
import { Fact, Facts, Part, Unknown } from './Part.tsx';

const OrderBuyer_order = graphql(`
  fragment OrderBuyer_order on Order {
    id
    customerName
    customerEmail
    buyer {
      name
      email
      phone
      company
    }
    customer {
      id
      name
      email
      phone
      company
    }
  }
`);

/** Who placed an order: the customer it belongs to, or, where that is nobody here, whom the store named. */
export function OrderBuyer(props: { order: FragmentType<OrderBuyer_OrderFragment> }) {
  const { data } = useSuspenseFragment({ fragment: OrderBuyer_order, from: props.order });
  const { customer, buyer } = data;
  const name = buyer?.name ?? data.customerName;
  const email = customer?.email ?? buyer?.email ?? data.customerEmail;
  const phone = customer?.phone ?? buyer?.phone;
  const known = customer ?? name ?? email ?? phone;
  return (
    <Part title="Customer">
      {!known && <Unknown>The store did not say who placed it.</Unknown>}
      {known && (
        <Facts>
          <Fact name="Name">
            {customer ? (
              <Link component={RouterLink} to={customerPath(customer.id)} sx={touchable}>
                {customer.name}
              </Link>
            ) : (
              name
            )}
          </Fact>
          <Fact name="Email">
            {email && (
              <Link sx={touchable} href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
                {email}
              </Link>
            )}
          </Fact>
          <Fact name="Phone">
            {phone && (
              <Link sx={touchable} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                {phone}
              </Link>
            )}
          </Fact>
          <Fact name="Company">{customer?.company ?? buyer?.company}</Fact>
          <Fact name="Record">{customer ? null : 'A guest of the store, not among the customers here'}</Fact>
        </Facts>
      )}
    </Part>
  );
}
