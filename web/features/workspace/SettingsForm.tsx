import { Box } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import { accentProblem } from '#contract/accent.ts';
import { RECORD_SCOPES, REGISTRATION_MODES, type RegistrationMode } from '#contract/access.ts';
import { WEEK_STARTS } from '#contract/workspace.ts';
import { capitalize } from '#web/lib/format/text.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { ChangeSettings, Settings } from './WorkspaceSettings.tsx';

type Name = Exclude<keyof Settings['values'], '__typename'>;
type TextName = Exclude<Name, 'weekStart' | 'recordScope' | 'registration'>;
type Draft = Record<TextName, string> & {
  weekStart: Choice<(typeof WEEK_STARTS)[number]>;
  recordScope: Choice<(typeof RECORD_SCOPES)[number]>;
  registration: Choice<RegistrationMode>;
};
/** Empty: the default. */
type Choice<Value extends string> = Value | 'default';

const FIELDS = [
  { name: 'companyName', label: 'Company name', hint: 'In replies, emails and on the sign-in page.' },
  {
    name: 'accentColor',
    label: 'Accent color',
    hint: 'Of buttons and links, such as #0F766E. Text on it must be readable: contrast 4.5:1.',
  },
  { name: 'currency', label: 'Currency', hint: 'Of leads and calls, such as USD. Amounts are not converted.' },
  { name: 'locale', label: 'Language of dates and numbers', hint: 'Such as en-US or de-DE.' },
  { name: 'timeZone', label: 'Time zone', hint: 'Of analytics and dates, such as Europe/Berlin.' },
  { name: 'eventRetentionDays', label: 'Days to keep events', hint: 'Customers’ timelines and leads’ stage histories stay.' },
  { name: 'securityRetentionDays', label: 'Days to keep the security log', hint: 'Sign-ins and refused requests in the audit.' },
  {
    name: 'registrationDomains',
    label: 'Email domains that may register',
    hint: 'Such as company.com, separated by commas; for registration by email domain.',
  },
] as const satisfies readonly { name: TextName; label: string; hint: string }[];

const OF_BROWSER = 'that of each browser';
const UNSET: Readonly<Partial<Record<TextName, string>>> = { accentColor: 'Callboard’s own', timeZone: OF_BROWSER, locale: OF_BROWSER };
const RECORD_SCOPE_LABELS = { everyone: 'All that their role may read', by_role: 'Those in the scope of their role' } as const;
const REGISTRATION_LABELS = {
  closed: 'Closed',
  invitation: 'By invitation',
  domain: 'By email domain (not verified)',
  open: 'Open to anyone',
} as const satisfies Record<RegistrationMode, string>;

/** The settings as typed: what nobody has set is empty, and shows its default as placeholder. */
const draftOf = ({ values, set }: Settings): Draft => {
  const textOf = (name: TextName) => (set.includes(name) ? inWords(values[name]) : '');
  return {
    companyName: textOf('companyName'),
    accentColor: textOf('accentColor'),
    currency: textOf('currency'),
    locale: textOf('locale'),
    timeZone: textOf('timeZone'),
    eventRetentionDays: textOf('eventRetentionDays'),
    securityRetentionDays: textOf('securityRetentionDays'),
    weekStart: set.includes('weekStart') ? values.weekStart : 'default',
    registrationDomains: textOf('registrationDomains'),
    recordScope: set.includes('recordScope') ? values.recordScope : 'default',
    registration: set.includes('registration') ? values.registration : 'default',
  };
};

const inWords = (value: Settings['values'][TextName]): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

const isNumber = (name: TextName): boolean => name === 'eventRetentionDays' || name === 'securityRetentionDays';

const sent = (name: TextName, text: string) =>
  name === 'registrationDomains'
    ? text
        .split(',')
        .map((domain) => domain.trim())
        .filter(Boolean)
    : isNumber(name)
      ? Number(text)
      : text;

/** What is sent: an empty field goes back to its default. */
const changesOf = ({ weekStart, recordScope, registration, ...texts }: Draft) => ({
  ...Object.fromEntries(
    FIELDS.map(({ name }) => {
      const text = texts[name].trim();
      return [name, text === '' ? null : sent(name, text)];
    }),
  ),
  weekStart: weekStart === 'default' ? null : weekStart,
  recordScope: recordScope === 'default' ? null : recordScope,
  registration: registration === 'default' ? null : registration,
});

/** Every setting but the logo; all are saved together. */
export function SettingsForm({ settings, onChange }: { settings: Settings; onChange: ChangeSettings }) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [pending, setPending] = useState(false);
  const { defaults } = settings;
  const type = (name: TextName, text: string) => {
    setDraft((before) => ({ ...before, [name]: text }));
    setErrors(({ [name]: _fixed, ...others }) => others);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const accent = draft.accentColor.trim();
    const problem = accent && accentProblem(accent);
    if (problem) return setErrors({ accentColor: problem });
    setPending(true);
    await onChange(changesOf(draft), (field, message) => setErrors((before) => ({ ...before, [field]: message })));
    setPending(false);
  };
  return (
    <Panel title="Workspace" hint="An empty field has its default, which comes from the server’s environment.">
      <Box component="form" aria-label="Workspace" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          {FIELDS.map(({ name, label, hint }) => (
            <Field
              key={name}
              label={label}
              hint={hint}
              error={errors[name]}
              value={draft[name]}
              placeholder={inWords(defaults[name]) || UNSET[name]}
              onChange={({ target }) => type(name, target.value)}
            />
          ))}
          <SelectField
            label="Week starts on"
            value={draft.weekStart}
            options={[
              { value: 'default', label: `${capitalize(defaults.weekStart)} (default)` },
              ...WEEK_STARTS.map((value) => ({ value, label: capitalize(value) })),
            ]}
            onChange={(weekStart) => setDraft((before) => ({ ...before, weekStart }))}
          />
          <SelectField
            label="Records that people see"
            value={draft.recordScope}
            options={[
              { value: 'default', label: `${RECORD_SCOPE_LABELS[defaults.recordScope]} (default)` },
              ...RECORD_SCOPES.map((value) => ({ value, label: RECORD_SCOPE_LABELS[value] })),
            ]}
            onChange={(recordScope) => setDraft((before) => ({ ...before, recordScope }))}
          />
          <SelectField
            label="Registration"
            value={draft.registration}
            options={[
              { value: 'default', label: `${REGISTRATION_LABELS[defaults.registration]} (default)` },
              ...REGISTRATION_MODES.map((value) => ({ value, label: REGISTRATION_LABELS[value] })),
            ]}
            onChange={(registration) => setDraft((before) => ({ ...before, registration }))}
          />
        </Box>
        <LoadingButton type="submit" variant="contained" loading={pending} sx={{ justifySelf: 'end' }}>
          {pending ? 'Saving...' : 'Save Settings'}
        </LoadingButton>
      </Box>
    </Panel>
  );
}
