import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import type { OrderBuyer_OrderFragment } from '#web/gql/graphql.ts';
import { customerPath } from '#web/lib/paths.ts';
import { touchTarget } from '#web/ui/touch-target.ts';
import { DescriptionItem, DescriptionList, EmptyValue, Section } from './Section.tsx';

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
export function OrderCustomer(props: { order: FragmentType<OrderBuyer_OrderFragment> }) {
  const { data } = useSuspenseFragment({ fragment: OrderBuyer_order, from: props.order });
  const { customer, buyer } = data;
  const name = buyer?.name ?? data.customerName;
  const email = customer?.email ?? buyer?.email ?? data.customerEmail;
  const phone = customer?.phone ?? buyer?.phone;
  const known = customer ?? name ?? email ?? phone;
  return (
    <Section title="Customer">
      {!known && <EmptyValue>The store did not say who placed it.</EmptyValue>}
      {known && (
        <DescriptionList>
          <DescriptionItem name="Name">
            {customer ? (
              <Link component={RouterLink} to={customerPath(customer.id)} sx={touchTarget}>
                {customer.name}
              </Link>
            ) : (
              name
            )}
          </DescriptionItem>
          <DescriptionItem name="Email">
            {email && (
              <Link sx={touchTarget} href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
                {email}
              </Link>
            )}
          </DescriptionItem>
          <DescriptionItem name="Phone">
            {phone && (
              <Link sx={touchTarget} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                {phone}
              </Link>
            )}
          </DescriptionItem>
          <DescriptionItem name="Company">{customer?.company ?? buyer?.company}</DescriptionItem>
          <DescriptionItem name="Record">{customer ? null : 'A guest of the store, not among the customers here'}</DescriptionItem>
        </DescriptionList>
      )}
    </Section>
  );
}
