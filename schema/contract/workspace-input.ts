import { z } from 'zod';
import { accentProblem } from './accent.ts';
import { RECORD_SCOPES, REGISTRATION_MODES } from './access.ts';
import { required } from './text.ts';
import { WEEK_STARTS, WORKSPACE_LIMITS } from './workspace.ts';

/** Whether it is an IANA name; mere offsets know nothing of summer time. */
export function isTimeZone(name: string): boolean {
  try {
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Whether it is a BCP 47 tag of a language that can be written. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** Whether it is an ISO 4217 code. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);

const { least, most } = WORKSPACE_LIMITS.retentionDays;
const days = z.int().min(least, `Enter ${least} to ${most} days`).max(most, `Enter ${least} to ${most} days`);

export const AccentColor = z
  .string()
  .trim()
  .toUpperCase()
  .superRefine((hex, ctx) => {
    const message = accentProblem(hex);
    if (message) ctx.addIssue({ code: 'custom', message });
  });
export const Currency = z.string().trim().toUpperCase().refine(isCurrency, 'Enter an ISO 4217 code such as USD');
export const TimeZone = z.string().trim().refine(isTimeZone, 'Enter an IANA time zone such as Europe/Berlin');
export const Locale = z.string().trim().refine(isLocale, 'Enter a language tag such as en-US');

/** An email domain, as in addresses after the `@`. */
export const EMAIL_DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
const EmailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Enter a domain such as company.com')
  .regex(EMAIL_DOMAIN, 'Enter a domain such as company.com');

/** What is changed of the settings of the workspace: what is absent stays, and null is the default again. `logo` is an image in Base64. */
export const WorkspaceChanges = z.object({
  companyName: required(WORKSPACE_LIMITS.companyName, 'Company name is required').nullable().optional(),
  accentColor: AccentColor.nullable().optional(),
  currency: Currency.nullable().optional(),
  timeZone: TimeZone.nullable().optional(),
  weekStart: z.enum(WEEK_STARTS).nullable().optional(),
  locale: Locale.nullable().optional(),
  eventRetentionDays: days.nullable().optional(),
  securityRetentionDays: days.nullable().optional(),
  recordScope: z.enum(RECORD_SCOPES).nullable().optional(),
  registration: z.enum(REGISTRATION_MODES).nullable().optional(),
  registrationDomains: z
    .array(EmailDomain)
    .max(WORKSPACE_LIMITS.registrationDomains, `At most ${WORKSPACE_LIMITS.registrationDomains} domains`)
    .nullable()
    // Stored as none.
    .transform((domains) => domains ?? [])
    .optional(),
  logo: z.string().max(400_000, 'The logo can have at most 200 kB').nullable().optional(),
});
export type WorkspaceChanges = z.infer<typeof WorkspaceChanges>;
