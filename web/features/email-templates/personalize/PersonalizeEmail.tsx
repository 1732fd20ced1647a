import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { personalize } from '#contract/template.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { useWorkspace } from '#web/app/session.tsx';
import { graphql } from '#web/gql/gql.ts';
import type { TemplatesToPersonalizeQuery } from '#web/gql/graphql.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { EmailPreview } from '#web/templates/EmailPreview.tsx';
import { TemplateText } from '#web/templates/TemplateText.tsx';
import { humanize, toPlainText } from '#web/templates/template-values.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { Highlighted } from '#web/ui/lists/Highlighted.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { CustomerSearch, type Recipient } from './CustomerSearch.tsx';
import { customVariables, fallbacks, renderTemplate, unfilled } from './render-template.ts';

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
  const [customer, setCustomer] = useState<Recipient | null>(null);
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
            <CustomerSearch value={customer} onChange={setCustomer} autoFocus={given !== null} />
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

const TemplatesToPersonalize = graphql(`
  query TemplatesToPersonalize {
    emailTemplates(first: 100) {
      nodes {
        id
        name
        ...PersonalizeEmail_template
      }
    }
  }
`);

/** A template that may be chosen. */
type TemplateOption = TemplatesToPersonalizeQuery['emailTemplates']['nodes'][number];

type TemplateChoiceProps = { value: { id: string } | null; onChange: (template: TemplateOption) => void };

/** Which template to personalise, where one began with the customers. */
function TemplateChoice({ value, onChange }: TemplateChoiceProps) {
  const { data, error } = useQuery(TemplatesToPersonalize, { fetchPolicy: 'cache-and-network' });
  const templates = data?.emailTemplates.nodes ?? [];
  const missing = error
    ? 'Templates could not be loaded'
    : data && templates.length === 0
      ? 'No email templates found.'
      : 'Choose a template';
  return (
    <SelectField
      label="Template"
      value={templates.some(({ id }) => id === value?.id) ? (value?.id ?? '') : ''}
      options={templates.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => {
        const chosen = templates.find((template) => template.id === id);
        if (chosen) onChange(chosen);
      }}
      placeholder={missing}
    />
  );
}

/** Whom the email is for: name, email and phone, as far as they are on record. */
function RecipientFacts({ customer: { name, email, phone } }: { customer: Recipient }) {
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

type OwnWordsProps = {
  /** The variables that are nobody's detail. */
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (values: Readonly<Record<string, string>>) => void;
};

/** A field for each variable that only the sender can fill in. */
function CustomVariables({ names, values, onChange }: OwnWordsProps) {
  if (names.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label="Fill in yourself"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, overflowWrap: 'anywhere' }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {names.length === 1
          ? 'One detail is not on any record. Fill it in here:'
          : `${names.length} details are not on any record. Fill them in here:`}
      </Typography>
      {names.map((name) => (
        <Field
          key={name}
          label={capitalised(humanize(name))}
          value={values[name] ?? ''}
          onChange={(event) => onChange({ ...values, [name]: event.target.value })}
          autoComplete="off"
        />
      ))}
    </Box>
  );
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const PersonalizeEmailDocument = graphql(`
  mutation PersonalizeEmail($id: ID!, $customerId: ID!) {
    personalizeEmail(id: $id, customerId: $customerId) {
      ... on PersonalizedEmail {
        template {
          id
          usageCount
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Copies an email as it stands on the screen, then records that its template was used for this customer. */
function useCopyEmail() {
  const [record] = useMutation(PersonalizeEmailDocument);
  const [copying, setCopying] = useState(false);

  const copy = async (letter: string, use: { id: string; customerId: string }) => {
    setCopying(true);
    const copied = await copyText(letter).then(
      () => true,
      () => false,
    );
    if (copied) {
      await runMutation(record({ variables: use }), {
        done: 'Personalized email copied to clipboard',
        failed: 'The email was copied, but its use could not be recorded.',
      });
    } else notify({ title: 'Error', description: 'Failed to copy email', tone: 'error' });
    setCopying(false);
  };

  return { copy, copying };
}
