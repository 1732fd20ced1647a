import { useSuspenseQuery } from '@apollo/client/react';
import { Users } from 'lucide-react';
import { graphql } from '#web/gql/gql.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Row, Rows } from './Rows.tsx';

const CustomersDocument = graphql(`
  query Customers {
    customers(first: 50) {
      nodes {
        id
        name
        email
        phone
        company
        shopifyCustomerId
        createdAt
      }
    }
  }
`);

/** Everyone who buys, newest first. */
export function Customers() {
  const { customers } = useSuspenseQuery(CustomersDocument).data;
  return (
    <PageFrame title="Customer Management" hint="Manage customer profiles and order history">
      <Panel flush>
        {customers.nodes.length === 0 && <EmptyState icon={<Users size={18} />} title="No customers found" />}
        <Rows label="Customers">
          {customers.nodes.map(({ id, name, email, phone, company, shopifyCustomerId, createdAt }) => (
            <Row
              key={id}
              title={name}
              badge={shopifyCustomerId && <Badge tone="success">Shopify</Badge>}
              detail={[email, phone, company].filter(Boolean).join(' · ')}
              aside={
                <>
                  Added <RelativeTime at={createdAt} />
                </>
              }
            />
          ))}
        </Rows>
      </Panel>
    </PageFrame>
  );
}
