import type { Pool } from 'pg';
import type { RecordScope, RegistrationMode } from '#contract/access.ts';
import type { WeekStart } from '#contract/workspace.ts';
import { singleFlight } from '../single-flight.ts';

/** What holds for the whole workspace. */
export interface WorkspaceValues {
  readonly companyName: string;
  /** As `#4F46E5`; null for the theme’s own. */
  readonly accentColor: string | null;
  /** An ISO 4217 code. */
  readonly currency: string;
  /** An IANA name; null for that of each browser. */
  readonly timeZone: string | null;
  readonly weekStart: WeekStart;
  /** A BCP 47 tag; null for that of each browser. */
  readonly locale: string | null;
  readonly eventRetentionDays: number;
  readonly securityRetentionDays: number;
  readonly recordScope: RecordScope;
  readonly registration: RegistrationMode;
  /** The email domains of the registration mode `domain`, in lower case; at least one. */
  readonly registrationDomains: readonly string[];
}

export interface WorkspaceState {
  readonly values: WorkspaceValues;
  /** The names of the settings that an admin has set. */
  readonly set: readonly (keyof WorkspaceValues)[];
  /** The logo’s SHA-256, which is part of its URL; null without a logo. */
  readonly logoHash: string | null;
}

export interface WorkspaceSettings {
  /** What the environment says, where no admin has set anything. */
  readonly defaults: WorkspaceValues;
  /** The settings as they are now, on this instance. */
  current(): WorkspaceState;
  /** Reads them again: after a change. */
  reload(): Promise<void>;
}

const COLUMNS = `company_name as "companyName", accent_color as "accentColor", currency, time_zone as "timeZone", week_start as "weekStart",
  locale, event_retention_days as "eventRetentionDays", security_retention_days as "securityRetentionDays", record_scope as "recordScope",
  registration, nullif(registration_domains, '{}') as "registrationDomains"`;
const READ = `select ${COLUMNS}, logo_hash as "logoHash" from workspace_settings where id = 1`;

type Stored = { readonly [Name in keyof WorkspaceValues]: WorkspaceValues[Name] | null };

/** The settings, held in memory, as every page and reply needs them. */
export function createWorkspaceSettings({
  pool,
  defaults,
}: {
  readonly pool: Pick<Pool, 'query'>;
  readonly defaults: WorkspaceValues;
}): WorkspaceSettings {
  let state: WorkspaceState = { values: defaults, set: [], logoHash: null };
  const read = async () => {
    const { rows } = await pool.query<Stored & { readonly logoHash: string | null }>({ name: 'workspace-settings', text: READ });
    const [stored] = rows;
    const set = stored ? settingNames(defaults).filter((name) => stored[name] !== null) : [];
    const values = { ...defaults, ...Object.fromEntries(set.map((name) => [name, stored?.[name]])) };
    state = { values, set, logoHash: stored?.logoHash ?? null };
  };
  return { defaults, current: () => state, reload: singleFlight(read) };
}

const isSetting = (name: string, values: WorkspaceValues): name is keyof WorkspaceValues => name in values;

const settingNames = (values: WorkspaceValues): readonly (keyof WorkspaceValues)[] =>
  Object.keys(values).filter((name) => isSetting(name, values));
