import { Box } from '@mui/material';
import type { PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';

/** Whom the email is for: name, email and phone, as far as they are on record. */
export function RecipientFacts({ customer: { name, email, phone } }: { customer: PickedCustomer }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 2,
        rowGap: 0.5,
        m: 0,
        typography: 'body2',
        overflowWrap: 'anywhere',
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0 },
      }}
    >
      <dt>Name</dt>
      <dd>{name}</dd>
      <dt>Email</dt>
      <dd>{email ?? <Absent />}</dd>
      <dt>Phone</dt>
      <dd>{phone ?? <Absent />}</dd>
    </Box>
  );
}

function Absent() {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      Not on record
    </Box>
  );
}
