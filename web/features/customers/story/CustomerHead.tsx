import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { Mail, Pencil, Phone, Sparkles, X } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import type { CustomerHead_CustomerFragment } from '#web/gql/graphql.ts';
import { PATHS } from '#web/lib/paths.ts';
import { Avatar } from '#web/ui/values/Avatar.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { ContactLine } from '../ContactLine.tsx';

const CustomerHead_customer = graphql(`
  fragment CustomerHead_customer on Customer {
    id
    name
    company
    email
    phone
    shopifyCustomerId
    createdAt
  }
`);

type CustomerHeadProps = {
  customer: FragmentType<CustomerHead_CustomerFragment>;
  /** The id its name carries in the page. */
  titleId: string;
  onEdit: () => void;
  onClose: () => void;
};

const head = {
  display: 'grid',
  // However long an address is, the drawer keeps its width.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  p: { xs: 2, sm: 3 },
  borderBottom: '1px solid',
  borderColor: 'divider',
} as const;

/** Who it is, how to reach them, and what one may do: write to them, or correct the record. */
export function CustomerHead({ titleId, onEdit, onClose, ...props }: CustomerHeadProps) {
  const { data: customer } = useSuspenseFragment({ fragment: CustomerHead_customer, from: props.customer });
  const { id, name, company, email, phone, shopifyCustomerId, createdAt } = customer;
  const navigate = useNavigate();
  const write = () => navigate(PATHS.responseCenter, { state: { customerId: id } });

  return (
    <Box component="header" sx={head}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5 }}>
        <Box aria-hidden>
          <Avatar name={name} size={44} />
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h5" component="h2" id={titleId} sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography
            component="div"
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, color: 'text.secondary' }}
          >
            {company && <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{company}</Box>}
            {shopifyCustomerId && <Badge tone="success">Shopify</Badge>}
            <Typography component="span" variant="caption">
              Added <RelativeTime at={createdAt} />
            </Typography>
          </Typography>
        </Box>
        <CloseDrawer onClose={onClose} />
      </Box>
      {(email || phone) && (
        <Box>
          {email && (
            <ContactLine
              icon={<Mail size={16} />}
              what="Email address"
              text={email}
              href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
            />
          )}
          {phone && (
            <ContactLine icon={<Phone size={16} />} what="Phone number" text={phone} href={`tel:${phone.replace(/[^\d+]/g, '')}`} />
          )}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" startIcon={<Sparkles size={16} aria-hidden />} onClick={write}>
          Write a reply
        </Button>
        <Button variant="outlined" startIcon={<Pencil size={16} aria-hidden />} onClick={onEdit}>
          Edit
        </Button>
      </Box>
    </Box>
  );
}

/** Puts the drawer away. */
export function CloseDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Tooltip title="Close">
      <IconButton aria-label="Close" onClick={onClose} edge="end" sx={{ mt: -0.5 }}>
        <X size={18} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
