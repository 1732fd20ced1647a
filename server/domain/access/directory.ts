import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import {
  ACCESS_NOUNS,
  ACTIONS_OF,
  type AccessAction,
  type AccessNoun,
  type AccessScope,
  OWNED_NOUNS,
  type RecordScope,
} from '#contract/access.ts';
import { singleFlight } from '../single-flight.ts';
import { type Access, ALL_ROWS, NO_ROWS, type RowScope, scopeKey } from './access.ts';

// One statement, so one moment: people with their role and team, teams, permissions, and the workspace’s setting.
const READ = `
  select
    coalesce((select json_agg(json_build_object('id', id, 'role', role_key, 'team', team_id)) from users), '[]') as people,
    coalesce((select json_agg(json_build_object('id', id, 'parent', parent_id)) from teams), '[]') as teams,
    coalesce((select json_agg(json_build_object('role', role_key, 'noun', noun, 'action', action, 'scope', scope)) from role_permissions), '[]')
      as permissions,
    (select record_scope from workspace_settings where id = 1) as "recordScope"`;

interface Rows {
  readonly people: readonly { readonly id: string; readonly role: string; readonly team: string | null }[];
  readonly teams: readonly { readonly id: string; readonly parent: string | null }[];
  readonly permissions: readonly {
    readonly role: string;
    readonly noun: AccessNoun;
    readonly action: AccessAction;
    readonly scope: AccessScope;
  }[];
  readonly recordScope: RecordScope | null;
}

/** What one person may do, at one moment. */
interface Granted {
  readonly key: string;
  readonly team: ReadonlySet<string>;
  readonly scopes: ReadonlyMap<string, RowScope>;
}

const NOTHING: Granted = { key: 'none', team: new Set(), scopes: new Map() };
const permission = (noun: AccessNoun, action: AccessAction) => `${noun}.${action}`;

/** The nouns whose rows are widened to everybody’s where the workspace says so. Coaching is personal in any case. */
const WIDENED: readonly AccessNoun[] = OWNED_NOUNS.filter((noun) => noun !== 'coaching');

/** Who works here, in which team and with which permissions; held in memory, as it is asked about with every request and every event. */
export interface Directory {
  /** What this person may do, always as it is now. Reads the directory first where the person is not in it yet. */
  accessOf(personId: string): Promise<Access>;
  /** Reads everything again: after a change of people, teams, roles or the setting. */
  reload(): Promise<void>;
}

interface DirectoryDeps {
  readonly pool: Pick<Pool, 'query'>;
  /** Where no admin has set it. */
  readonly recordScope: RecordScope;
}

export function createDirectory({ pool, recordScope }: DirectoryDeps): Directory {
  let granted: GrantedTo = { has: () => false, get: () => undefined };
  const read = async () => {
    const { rows } = await pool.query<Rows>({ name: 'directory', text: READ });
    if (rows[0]) granted = grantedOf({ ...rows[0], recordScope: rows[0].recordScope ?? recordScope });
  };
  const reload = singleFlight(read);
  return {
    reload,
    accessOf: async (personId) => {
      if (!granted.has(personId)) await reload();
      const now = () => granted.get(personId) ?? NOTHING;
      return {
        get key() {
          return now().key;
        },
        get team() {
          return now().team;
        },
        rows: (noun, action = 'read') => now().scopes.get(permission(noun, action)) ?? NO_ROWS,
      };
    },
  };
}

type GrantedTo = Pick<ReadonlyMap<string, Granted>, 'has' | 'get'>;

/** What each person may do; worked out when it is first asked about. */
function grantedOf({ people, teams, permissions, recordScope }: Rows): GrantedTo {
  const members = Map.groupBy(people, ({ team }) => team);
  const below = Map.groupBy(teams, ({ parent }) => parent);
  const teamScopes = new Map(
    teams.map(({ id }) => {
      const ids = [id, ...(below.get(id) ?? []).map((team) => team.id)];
      return [
        id,
        { kind: 'owners', owners: new Set(ids.flatMap((team) => (members.get(team) ?? []).map((person) => person.id))) },
      ] as const;
    }),
  );
  const ofRole = Map.groupBy(permissions, ({ role }) => role);
  const known = new Map(people.map((person) => [person.id, person]));
  const worked = new Map<string, Granted>();
  const work = ({ id, role, team }: Rows['people'][number]): Granted => {
    const own = { kind: 'owners', owners: new Set([id]) } as const;
    // Without a team nobody else’s rows are one’s team’s.
    const ofTeam: Extract<RowScope, { kind: 'owners' }> = (team === null ? undefined : teamScopes.get(team)) ?? own;
    const scopeOf = (noun: AccessNoun, scope: AccessScope): RowScope =>
      scope === 'all' || (recordScope === 'everyone' && WIDENED.includes(noun)) ? ALL_ROWS : scope === 'team' ? ofTeam : own;
    const scopes = new Map(
      (ofRole.get(role) ?? [])
        .filter(({ noun, action }) => ACCESS_NOUNS.includes(noun) && [...ACTIONS_OF[noun]].some((known) => known === action))
        .map(({ noun, action, scope }) => [permission(noun, action), scopeOf(noun, scope)]),
    );
    return { key: keyOf(scopes), team: ofTeam.owners, scopes };
  };
  return {
    has: (id) => known.has(id),
    get: (id) => {
      const person = known.get(id);
      const granted = worked.get(id) ?? (person && work(person));
      if (granted) worked.set(id, granted);
      return granted;
    },
  };
}

/** Nobody shares what is read of coaching, so that it does not keep people apart who see the same leads. */
const SHARED_NOUNS = ACCESS_NOUNS.filter((noun) => noun !== 'coaching');

function keyOf(scopes: ReadonlyMap<string, RowScope>): string {
  const read = SHARED_NOUNS.map((noun) => scopes.get(permission(noun, 'read')) ?? NO_ROWS);
  if (read.every(({ kind }) => kind === 'all')) return 'all';
  const written = read.map(scopeKey).join(';');
  return createHash('sha256').update(written).digest('base64url').slice(0, 22);
}
