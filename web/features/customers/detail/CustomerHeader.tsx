import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Button, IconButton, Link, Tooltip, Typography } from '@mui/material';
import { Copy, Mail, Pencil, Phone, Sparkles, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { graphql } from '#web/gql/gql.ts';
import type { CustomerHead_CustomerFragment, CustomerNumbers_CustomerFragment } from '#web/gql/graphql.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { PATHS } from '#web/lib/paths.ts';
import { notify } from '#web/ui/toasts/toast.ts';
import { Avatar } from '#web/ui/values/Avatar.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

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

type ContactLineProps = { icon: ReactNode /** What it is: Email address. */; what: string; text: string; href: string };

/** A way to reach someone: to use at once, or to copy. */
function ContactLine({ icon, what, text, href }: ContactLineProps) {
  const copy = () =>
    copyText(text).then(
      () => notify({ title: 'Success', description: `${what} copied to clipboard.`, tone: 'success' }),
      () => notify({ title: 'Error', description: `Failed to copy ${what.toLowerCase()}.`, tone: 'error' }),
    );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, minHeight: 32 }}>
      <Box aria-hidden sx={{ display: 'flex', flexShrink: 0, color: 'text.secondary' }}>
        {icon}
      </Box>
      <Link href={href} noWrap sx={{ minWidth: 0, '@media (pointer: coarse)': { lineHeight: '40px' } }} title={text}>
        {text}
      </Link>
      <Tooltip title={`Copy ${what.toLowerCase()}`}>
        <IconButton size="small" aria-label={`Copy ${what.toLowerCase()}`} onClick={copy}>
          <Copy size={14} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

const CustomerNumbers_customer = graphql(`
  fragment CustomerNumbers_customer on Customer {
    id
    metrics {
      orders
      lifetimeValue
      openLeads
      openValue
      calls
      repliesUsed
      emailsPersonalized
      lastContactAt
    }
  }
`);

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What a customer is worth, and how often we were in touch. */
export function CustomerNumbers(props: { customer: FragmentType<CustomerNumbers_CustomerFragment> }) {
  const { data } = useSuspenseFragment({ fragment: CustomerNumbers_customer, from: props.customer });
  const { orders, lifetimeValue, openLeads, openValue, calls, repliesUsed, emailsPersonalized, lastContactAt } = data.metrics;
  const emails = repliesUsed + emailsPersonalized;
  return (
    <Box component="dl" aria-label="Numbers" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, m: 0 }}>
      <Tile label="Lifetime value" detail={counted(orders, 'order')}>
        <MoneyText value={lifetimeValue} />
      </Tile>
      <Tile label="Open value" detail={counted(openLeads, 'open lead')}>
        <MoneyText value={openValue} />
      </Tile>
      <Tile label="Last contact" detail={lastContactAt ? date.format(new Date(lastContactAt)) : 'No call or email yet'}>
        {lastContactAt ? <RelativeTime at={lastContactAt} /> : 'Never'}
      </Tile>
      <Tile label="Contacts" detail={`${counted(calls, 'call')}, ${counted(emails, 'email')}`}>
        {calls + emails}
      </Tile>
    </Box>
  );
}

function Tile({ label, detail, children }: { label: string; detail?: string; children: ReactNode }) {
  return (
    <Box sx={{ p: 1.5, borderRadius: '10px', bgcolor: 'surface.raised', minWidth: 0 }}>
      <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Typography variant="h6" component="div" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
          {children}
        </Typography>
        {detail && (
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {detail}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
