import { RECORD_SCOPES, REGISTRATION_MODES } from '#contract/access.ts';
import { WEEK_STARTS, WORKSPACE_LIMITS } from '#contract/workspace.ts';
import { Invalid } from '#domain/failures.ts';
import type { WorkspaceState, WorkspaceValues } from '#domain/workspace/settings.ts';
import { builder } from './builder.ts';

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const WeekStart = builder.enumType('WeekStart', {
  description: 'The first day of a week.',
  values: Object.fromEntries(WEEK_STARTS.map((day) => [day, { value: day, description: `${capitalized(day)}.` }])),
});

const SCOPES = {
  everyone: 'All rows of what the role may read.',
  by_role: 'The rows in the scope of the role’s permissions.',
} as const satisfies Record<(typeof RECORD_SCOPES)[number], string>;

export const RecordScope = builder.enumType('RecordScope', {
  description: 'Whose rows a role sees.',
  values: Object.fromEntries(RECORD_SCOPES.map((scope) => [scope, { value: scope, description: SCOPES[scope] }])),
});

const MODES = {
  closed: 'Nobody.',
  invitation: 'Nobody without an invitation; the sign-in page says to ask for one.',
  domain: 'Whoever gives an email address at one of `registrationDomains`. The address is not verified.',
  open: 'Anyone who reaches the server.',
} as const satisfies Record<(typeof REGISTRATION_MODES)[number], string>;

export const RegistrationMode = builder.enumType('RegistrationMode', {
  description: 'Who may register. Invitations work with each of them.',
  values: Object.fromEntries(REGISTRATION_MODES.map((mode) => [mode, { value: mode, description: MODES[mode] }])),
});

/** The path of the logo; null without one. */
export const logoUrl = ({ logoHash }: Pick<WorkspaceState, 'logoHash'>): string | null => logoHash && `/workspace/logo/${logoHash}`;

const { least, most } = WORKSPACE_LIMITS.retentionDays;
const DESCRIPTIONS = {
  companyName: `The company’s name: in replies, emails and on the sign-in page. At most ${WORKSPACE_LIMITS.companyName} characters. Default: \`COMPANY_NAME\`, or else \`Your Company\`.`,
  accentColor:
    'The color of buttons and links, such as `#0F766E`; text on it needs a contrast of 4.5:1 in the light and in the dark scheme. Default: `ACCENT_COLOR`, or else null: Callboard’s own.',
  currency: 'The currency of leads and calls, an ISO 4217 code. Default: `CURRENCY`, or else `USD`.',
  timeZone: 'The time zone of analytics and dates, an IANA name. Default: `TIME_ZONE`, or else null: that of each browser.',
  weekStart: 'The first day of the week. Default: `WEEK_START`, or else `monday`.',
  locale: 'The language of dates and numbers, a BCP 47 tag. Default: `LOCALE`, or else null: that of each browser.',
  eventRetentionDays: `Days until events are removed, ${least} to ${most}. Default: \`EVENT_RETENTION_DAYS\`, or else 400.`,
  securityRetentionDays: `Days until lines of the security log are removed, ${least} to ${most}. Default: \`SECURITY_RETENTION_DAYS\`, or else 400.`,
  recordScope: 'Whose rows a role sees. Default: `RECORD_SCOPE`, or else `everyone`.',
  registration:
    'Who may register. Default: `REGISTRATION`, or else `closed`; `open` with the demo data while nobody else can reach the server.',
  registrationDomains: `The email domains of the registration mode \`domain\`, such as \`company.com\`; at most ${WORKSPACE_LIMITS.registrationDomains}. Default: \`COMPANY_EMAIL_DOMAIN\` alone.`,
} as const satisfies Record<keyof WorkspaceValues, string>;

const WorkspaceSettingValues = builder.objectRef<WorkspaceValues>('WorkspaceSettingValues').implement({
  description: 'Settings of the workspace.',
  fields: (t) => ({
    companyName: t.exposeString('companyName', { description: DESCRIPTIONS.companyName }),
    accentColor: t.exposeString('accentColor', { nullable: true, description: DESCRIPTIONS.accentColor }),
    currency: t.exposeString('currency', { description: DESCRIPTIONS.currency }),
    timeZone: t.exposeString('timeZone', { nullable: true, description: DESCRIPTIONS.timeZone }),
    weekStart: t.expose('weekStart', { type: WeekStart, description: DESCRIPTIONS.weekStart }),
    locale: t.exposeString('locale', { nullable: true, description: DESCRIPTIONS.locale }),
    eventRetentionDays: t.exposeInt('eventRetentionDays', { description: DESCRIPTIONS.eventRetentionDays }),
    securityRetentionDays: t.exposeInt('securityRetentionDays', { description: DESCRIPTIONS.securityRetentionDays }),
    recordScope: t.expose('recordScope', { type: RecordScope, description: DESCRIPTIONS.recordScope }),
    registration: t.expose('registration', { type: RegistrationMode, description: DESCRIPTIONS.registration }),
    registrationDomains: t.stringList({
      description: DESCRIPTIONS.registrationDomains,
      resolve: ({ registrationDomains }) => [...registrationDomains],
    }),
  }),
});

const WorkspaceSettings = builder.objectRef<WorkspaceState & { readonly defaults: WorkspaceValues }>('WorkspaceSettings').implement({
  description: 'The settings of the workspace, and what they would be if nobody had changed them.',
  fields: (t) => ({
    values: t.field({ type: WorkspaceSettingValues, description: 'The settings in force.', resolve: ({ values }) => values }),
    defaults: t.field({ type: WorkspaceSettingValues, description: 'Those of the environment.', resolve: ({ defaults }) => defaults }),
    set: t.stringList({ description: 'The names of the settings that an admin has set.', resolve: ({ set }) => [...set] }),
    logoUrl: t.string({
      nullable: true,
      description: 'Path of the company’s logo; null without one, which is the default.',
      resolve: logoUrl,
    }),
  }),
});

const WorkspaceSettingsInput = builder.inputType('WorkspaceSettingsInput', {
  description: 'Settings to change. An omitted one stays; null sets it back to its default.',
  fields: (t) => ({
    companyName: t.string({ description: DESCRIPTIONS.companyName }),
    accentColor: t.string({ description: DESCRIPTIONS.accentColor }),
    currency: t.string({ description: DESCRIPTIONS.currency }),
    timeZone: t.string({ description: DESCRIPTIONS.timeZone }),
    weekStart: t.field({ type: WeekStart, description: DESCRIPTIONS.weekStart }),
    locale: t.string({ description: DESCRIPTIONS.locale }),
    eventRetentionDays: t.int({ description: DESCRIPTIONS.eventRetentionDays }),
    securityRetentionDays: t.int({ description: DESCRIPTIONS.securityRetentionDays }),
    recordScope: t.field({ type: RecordScope, description: DESCRIPTIONS.recordScope }),
    registration: t.field({ type: RegistrationMode, description: DESCRIPTIONS.registration }),
    registrationDomains: t.stringList({ description: DESCRIPTIONS.registrationDomains }),
    logo: t.string({ description: 'The company’s logo: a PNG or JPEG image of at most 200 kB, in Base64. Default: null, no logo.' }),
  }),
});

builder.queryField('workspaceSettings', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: WorkspaceSettings,
    description: 'The settings of the workspace. Needs the permission to read people.',
    resolve: (_root, _args, { services, viewer }) => services.workspace.settings(viewer),
  }),
);

builder.mutationField('changeWorkspaceSettings', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: WorkspaceSettings,
    errors: { types: [Invalid] },
    description:
      'Change settings of the workspace. Needs the permission to configure it, and a session. They hold at once for everybody; nothing needs a restart.',
    args: { input: t.arg({ type: WorkspaceSettingsInput, required: true, description: 'The settings to change.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.workspace.change(viewer, input),
  }),
);
