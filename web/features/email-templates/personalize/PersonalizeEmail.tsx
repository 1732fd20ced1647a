import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { Copy } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { personalize } from '#contract/email-template.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { TemplatesToPersonalizeQuery } from '#web/gql/graphql.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { capitalize } from '#web/lib/format/text.ts';
import { useWorkspace } from '#web/session/session.tsx';
import { EmailPreview } from '#web/templates/EmailPreview.tsx';
import { TemplateText } from '#web/templates/TemplateText.tsx';
import { humanize, toPlainText } from '#web/templates/template-values.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { CustomerPicker, type PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { Highlighted } from '#web/ui/lists/Highlighted.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
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
  /** Null to choose the template in the dialog. */ template: Template | null;
  onClose: () => void;
};

/** The Personalize Email dialog: renders a template for a customer and copies it. */
export function PersonalizeEmail({ template: initialTemplate, onClose }: PersonalizeEmailProps) {
  const titleId = useId();
  const { companyName } = useWorkspace();
  const [template, setTemplate] = useState(initialTemplate);
  const [customer, setCustomer] = useState<PickedCustomer | null>(null);
  const [customValues, setCustomValues] = useState<Readonly<Record<string, string>>>({});
  const { data, complete } = useFragment({ fragment: PersonalizeEmail_template, from: template });
  const { copy, copying } = useCopyEmail();

  const filled = complete ? { subject: renderTemplate(data.subject, customValues), body: renderTemplate(data.body, customValues) } : null;
  const rendered = (text: string) => (customer ? personalize(text, customer, { companyName }) : text);
  const email = filled && customer && { subject: rendered(filled.subject), body: rendered(filled.body) };

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="lg" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Personalize Email</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 0.7fr) minmax(0, 1fr)' } }}>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, alignContent: 'start' }}>
            {initialTemplate ? (
              complete && <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{data.name}</Typography>
            ) : (
              <TemplateChoice value={template} onChange={setTemplate} />
            )}
            <CustomerPicker
              label="Customer"
              value={customer}
              onChange={setCustomer}
              placeholder="Name, email or company"
              autoFocus={initialTemplate !== null}
            />
            {customer && <RecipientFacts customer={customer} />}
            {complete && customer && <Fallbacks sentences={fallbacks(data, customer)} />}
            {complete && <CustomVariables names={customVariables(data)} values={customValues} onChange={setCustomValues} />}
          </Box>
          <EmailPreview
            label="Personalized email"
            subject={filled && <RenderedText template={filled.subject} rendered={email?.subject} />}
            body={
              filled ? (
                <RenderedText template={filled.body} rendered={email?.body} lines />
              ) : (
                <PreviewPlaceholder chosen={template !== null} />
              )
            }
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

type RenderedTextProps = {
  template: string /** Undefined until a customer is chosen. */;
  rendered: string | undefined;
  lines?: boolean;
};

/** The rendered text with unfilled variables highlighted, or the template while no customer is chosen. */
function RenderedText({ template, rendered, lines }: RenderedTextProps) {
  if (rendered === undefined) return <TemplateText text={template} lines={lines} />;
  return <Highlighted parts={unfilled(template, rendered)} />;
}

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

function PreviewPlaceholder({ chosen }: { chosen: boolean }) {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {chosen ? 'A colleague deleted this template.' : 'Choose a template and a customer to preview the email.'}
    </Box>
  );
}

const TemplatesToPersonalize = graphql(`
  query TemplatesToPersonalize($after: String) {
    emailTemplates(first: 100, after: $after) {
      nodes {
        id
        name
        ...PersonalizeEmail_template
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** A template that may be chosen. */
type TemplateOption = TemplatesToPersonalizeQuery['emailTemplates']['nodes'][number];

type TemplateChoiceProps = { value: { id: string } | null; onChange: (template: TemplateOption) => void };

/** Picks the template to personalize. */
function TemplateChoice({ value, onChange }: TemplateChoiceProps) {
  const { data, error, fetchMore } = useQuery(TemplatesToPersonalize, { fetchPolicy: 'cache-and-network' });
  const pages = data?.emailTemplates.pageInfo;
  const next = pages?.hasNextPage ? pages.endCursor : null;
  // All of them belong in the list to choose from.
  useEffect(() => {
    if (next) fetchMore({ variables: { after: next } }).catch(() => undefined);
  }, [next, fetchMore]);
  const templates = data?.emailTemplates.nodes ?? [];
  const placeholder = error
    ? 'Couldn’t load templates'
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
      placeholder={placeholder}
    />
  );
}

/** The customer's name, email and phone. */
function RecipientFacts({ customer: { name, email, phone } }: { customer: PickedCustomer }) {
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
      <dd>{email ?? <NotOnRecord />}</dd>
      <dt>Phone</dt>
      <dd>{phone ?? <NotOnRecord />}</dd>
    </Box>
  );
}

function NotOnRecord() {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      Not on record
    </Box>
  );
}

type CustomVariablesProps = {
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (values: Readonly<Record<string, string>>) => void;
};

/** A field for each variable that is not a customer field. */
function CustomVariables({ names, values, onChange }: CustomVariablesProps) {
  if (names.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label="Custom variables"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, overflowWrap: 'anywhere' }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {names.length === 1
          ? 'One variable is not a customer field. Fill it in here:'
          : `${names.length} variables are not customer fields. Fill them in here:`}
      </Typography>
      {names.map((name) => (
        <Field
          key={name}
          label={capitalize(humanize(name))}
          value={values[name] ?? ''}
          onChange={(event) => onChange({ ...values, [name]: event.target.value })}
          autoComplete="off"
        />
      ))}
    </Box>
  );
}

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

/** Copies the email, then records that its template was used for this customer. */
function useCopyEmail() {
  const [record] = useMutation(PersonalizeEmailDocument);
  const [copying, setCopying] = useState(false);

  const copy = async (text: string, use: { id: string; customerId: string }) => {
    setCopying(true);
    const copied = await copyText(text).then(
      () => true,
      () => false,
    );
    if (copied) {
      await runMutation(record({ variables: use }), {
        done: 'Personalized email copied to clipboard',
        failed: 'The email was copied, but its usage wasn’t recorded.',
      });
    } else notify({ title: 'Error', description: 'Failed to copy email', tone: 'error' });
    setCopying(false);
  };

  return { copy, copying };
}
