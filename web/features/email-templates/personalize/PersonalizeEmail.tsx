import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { personalize } from '#contract/email-template.ts';
import { graphql } from '#web/gql/gql.ts';
import { useWorkspace } from '#web/session/session.tsx';
import { EmailPreview } from '#web/templates/EmailPreview.tsx';
import { TemplateText } from '#web/templates/TemplateText.tsx';
import { toPlainText } from '#web/templates/template-values.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { CustomerPicker, type PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';
import { Highlighted } from '#web/ui/lists/Highlighted.tsx';
import { CustomVariables } from './CustomVariables.tsx';
import { RecipientFacts } from './RecipientFacts.tsx';
import { customVariables, fallbacks, renderTemplate, unfilled } from './render-template.ts';
import { TemplateChoice } from './TemplateChoice.tsx';
import { useCopyEmail } from './use-copy-email.ts';

const PersonalizeEmail_template = graphql(`
  fragment PersonalizeEmail_template on EmailTemplate {
    id
    name
    subject
    body
  }
`);

type Template = FragmentType<typeof PersonalizeEmail_template> & { id: string };

type PersonalizeEmailProps = {
  /** Null where one began with the customers; it is chosen first then. */ template: Template | null;
  onClose: () => void;
};

/** The dialog that makes a template out to a customer, and copies it. */
export function PersonalizeEmail({ template: given, onClose }: PersonalizeEmailProps) {
  const titleId = useId();
  const { companyName } = useWorkspace();
  const [template, setTemplate] = useState(given);
  const [customer, setCustomer] = useState<PickedCustomer | null>(null);
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({});
  const { data, complete } = useFragment({ fragment: PersonalizeEmail_template, from: template });
  const { copy, copying } = useCopyEmail();

  const texts = complete ? { subject: renderTemplate(data.subject, own), body: renderTemplate(data.body, own) } : null;
  const madeOut = (text: string) => (customer ? personalize(text, customer, { companyName }) : text);
  const email = texts && customer && { subject: madeOut(texts.subject), body: madeOut(texts.body) };

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="lg" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Personalize Email</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 0.7fr) minmax(0, 1fr)' } }}>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, alignContent: 'start' }}>
            {given ? (
              complete && <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{data.name}</Typography>
            ) : (
              <TemplateChoice value={template} onChange={setTemplate} />
            )}
            <CustomerPicker
              label="Customer"
              value={customer}
              onChange={setCustomer}
              placeholder="Name, email or company"
              autoFocus={given !== null}
            />
            {customer && <RecipientFacts customer={customer} />}
            {complete && customer && <Fallbacks sentences={fallbacks(data, customer)} />}
            {complete && <CustomVariables names={customVariables(data)} values={own} onChange={setOwn} />}
          </Box>
          <EmailPreview
            label="Personalized email"
            subject={texts && <Shown template={texts.subject} madeOut={email?.subject} />}
            body={texts ? <Shown template={texts.body} madeOut={email?.body} lines /> : <Nothing chosen={template !== null} />}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
        <LoadingButton
          variant="contained"
          loading={copying || !email}
          onClick={() => email && template && customer && copy(toPlainText(email), { id: template.id, customerId: customer.id })}
          startIcon={<Copy size={16} aria-hidden />}
        >
          {copying ? 'Copying...' : 'Copy Email'}
        </LoadingButton>
      </DialogActions>
    </Dialog>
  );
}

type ShownProps = { template: string /** Absent while no customer is chosen. */; madeOut: string | undefined; lines?: boolean };

/** The text for the customer, with what is still to be filled in marked; the template itself before one is chosen. */
function Shown({ template, madeOut, lines }: ShownProps) {
  if (madeOut === undefined) return <TemplateText text={template} lines={lines} />;
  return <Highlighted parts={unfilled(template, madeOut)} />;
}

/** Quiet: nothing is wrong, one only should know. */
function Fallbacks({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Box component="ul" aria-label="Not on record" sx={{ listStyle: 'none', m: 0, p: 0, typography: 'body2', color: 'text.secondary' }}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </Box>
  );
}

function Nothing({ chosen }: { chosen: boolean }) {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {chosen
        ? 'A colleague deleted this template in the meantime.'
        : 'Choose a template and a customer; the email appears here, filled in.'}
    </Box>
  );
}
