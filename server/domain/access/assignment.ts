import { ASSIGNMENT_METHOD_LABELS, type AssignmentMethod, type AssignmentTarget } from '#contract/assignment.ts';
import { toE164 } from '#contract/person.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/client.ts';

// Hand-written SQL: an import gives thousands of rows to people in one transaction, with a few statements.

/** A new row to be given to somebody. */
export interface Assignable {
  /** Null where such rows have none. */
  readonly source: string | null;
  /** As it was typed. */
  readonly phone: string | null;
  /** Whether it is one more open lead of whoever gets it. */
  readonly opensLead: boolean;
}

/** Why a row has its owner. */
export interface Assignment {
  /** Null where rules fit and nobody of them was available. */
  readonly ownerId: string | null;
  /** Null where no rule gave it to the owner. */
  readonly ruleId: string | null;
  /** A sentence without a full stop; null where no rule fits. */
  readonly reason: string | null;
}

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly isAbsent: boolean;
  readonly capacity: number | null;
  readonly openLeads: number;
}

interface Rule {
  readonly id: string;
  readonly name: string;
  readonly sources: readonly string[];
  readonly phonePrefixes: readonly string[];
  readonly method: AssignmentMethod;
  readonly lastAssignedId: string | null;
  readonly candidateIds: readonly string[];
}

const RULES = 'select 1 as found from assignment_rules where is_active and $1 = any(applies_to) limit 1';

// `$1` the target, `$2` now. Candidates are in their order: people as they were chosen, then those of teams, and of the teams below, by username. Open leads are
// counted only of whom the number decides anything: by the index that begins with the owner and the stage.
const READ = `
  with rules as (
    select * from assignment_rules where is_active and $1 = any(applies_to)
  ), members as (
    select rules.id as rule_id, rules.method, users.id, array_position(rules.people_ids, users.id) as place, users.username
    from rules join users on users.id = any(rules.people_ids)
      or users.team_id in (select id from teams where id = any(rules.team_ids) or parent_id = any(rules.team_ids))
  ), candidates as (
    select users.id, coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.username::text) as name,
      users.is_active as "isActive", users.capacity,
      coalesce(users.absent_from <= $2::timestamptz and (users.absent_until is null or users.absent_until > $2::timestamptz), false) as "isAbsent",
      case when users.capacity is not null or users.id in (select id from members where method = 'least_open_leads')
        then (select count(*) from leads where leads.owner_id = users.id and leads.stage <> 'won' and leads.lost_at is null)::int else 0 end as "openLeads"
    from users where users.id in (select id from members)
  )
  select
    coalesce((select json_agg(json_build_object('id', id, 'name', name, 'sources', sources, 'phonePrefixes', phone_prefixes, 'method', method,
      'lastAssignedId', last_assigned_id, 'candidateIds', coalesce((
        select json_agg(members.id order by place nulls last, username) from members where members.rule_id = rules.id), '[]')) order by position, id)
      from rules), '[]') as rules,
    coalesce((select json_agg(candidates) from candidates), '[]') as candidates`;

const SAVE_LAST = `
  update assignment_rules set last_assigned_id = given.last from jsonb_to_recordset($1::jsonb) as given(id text, last text)
  where assignment_rules.id = given.id`;

/**
 * Gives new rows to people by the assignment rules: an assignment for each row, in their order. Where rules apply, it holds a lock until the
 * transaction ends, so that imports at the same time take turns and nobody gets more than they have capacity for.
 */
export async function assignOwners(
  tx: Tx,
  target: AssignmentTarget,
  rows: readonly Assignable[],
  now: Date,
): Promise<readonly Assignment[]> {
  const [some] = rows.length === 0 ? [] : await tx.$queryRawUnsafe<unknown[]>(RULES, target);
  if (!some) return rows.map(() => UNASSIGNED);
  await lockTransaction(tx, ADVISORY_LOCKS.assignment);
  const { assign, last } = await readRules(tx, target, now);
  const assignments = rows.map(assign);
  if (last.size > 0) await tx.$executeRawUnsafe(SAVE_LAST, JSON.stringify([...last].map(([id, person]) => ({ id, last: person }))));
  return assignments;
}

/** To whom a row would go now; nothing is changed. */
export async function previewAssignment(tx: Tx, target: AssignmentTarget, row: Assignable, now: Date): Promise<Assignment> {
  const { assign } = await readRules(tx, target, now);
  return assign(row);
}

/** No rule fits. */
export const UNASSIGNED: Assignment = { ownerId: null, ruleId: null, reason: null };

async function readRules(tx: Tx, target: AssignmentTarget, now: Date) {
  const [read] = await tx.$queryRawUnsafe<{ rules: readonly Rule[]; candidates: readonly Candidate[] }[]>(READ, target, now);
  return createAssigner(read?.rules ?? [], read?.candidates ?? []);
}

interface Person extends Candidate {
  openLeads: number;
  /** Other rows than open leads, in this transaction. */
  given: number;
}

/** Decides about one row after the other; each counts for the next. `last` is who got the last row of each rule that gave one. */
function createAssigner(rules: readonly Rule[], candidates: readonly Candidate[]) {
  const people = new Map(candidates.map((candidate): [string, Person] => [candidate.id, { ...candidate, given: 0 }]));
  const last = new Map<string, string>();

  /** Whose turn it is, and why the others before them are skipped. */
  const turnOf = ({ id, lastAssignedId, candidateIds, method }: Rule) => {
    const all = candidateIds.flatMap((candidate) => people.get(candidate) ?? []);
    // From behind the last one around to them.
    const start = all.findIndex((person) => person.id === (last.get(id) ?? lastAssignedId)) + 1;
    const turn = [...all.slice(start), ...all.slice(0, start)];
    const available = turn.filter((person) => problemOf(person) === null);
    const chosen = method === 'round_robin' ? available[0] : fewestLeads(available);
    const before = chosen && method === 'round_robin' ? turn.slice(0, turn.indexOf(chosen)) : turn;
    return { chosen, skipped: before.filter((person) => problemOf(person) !== null) };
  };

  const assign = ({ source, phone, opensLead }: Assignable): Assignment => {
    const number = phone === null ? null : toE164(phone);
    const withoutAnybody: string[] = [];
    for (const rule of rules) {
      if (!fits(rule, source, number)) continue;
      const { chosen, skipped } = turnOf(rule);
      if (!chosen) {
        withoutAnybody.push(`nobody of rule “${rule.name}” is available${skipped.length > 0 ? `: ${named(skipped)}` : ''}`);
        continue;
      }
      if (opensLead) chosen.openLeads += 1;
      else chosen.given += 1;
      last.set(rule.id, chosen.id);
      const why = `${ASSIGNMENT_METHOD_LABELS[rule.method]} of rule “${rule.name}”`;
      const reason = [why, ...(skipped.length > 0 ? [`skipped ${named(skipped)}`] : []), ...withoutAnybody].join(', ');
      return { ownerId: chosen.id, ruleId: rule.id, reason };
    }
    return withoutAnybody.length === 0 ? UNASSIGNED : { ...UNASSIGNED, reason: capitalize(withoutAnybody.join(', ')) };
  };
  return { assign, last };
}

const fits = ({ sources, phonePrefixes }: Rule, source: string | null, number: string | null): boolean =>
  (sources.length === 0 || (source !== null && sources.includes(source))) &&
  (phonePrefixes.length === 0 || (number !== null && phonePrefixes.some((prefix) => number.startsWith(prefix))));

function problemOf({ isActive, isAbsent, capacity, openLeads }: Candidate): string | null {
  if (!isActive) return 'deactivated';
  if (isAbsent) return 'absent';
  return capacity !== null && openLeads >= capacity ? 'at capacity' : null;
}

/** The one with the fewest open leads and other rows of this transaction; of several the first. */
const fewestLeads = (people: readonly Person[]): Person | undefined =>
  people.reduce<Person | undefined>((best, person) => (best && loadOf(best) <= loadOf(person) ? best : person), undefined);
const loadOf = ({ openLeads, given }: Person): number => openLeads + given;

/** How many skipped people a reason names. */
const NAMED = 3;

function named(people: readonly Candidate[]): string {
  const names = people.slice(0, NAMED).map((person) => `${person.name} (${problemOf(person)})`);
  const others = people.length - names.length;
  return [...names, ...(others > 0 ? [others === 1 ? '1 other' : `${others} others`] : [])].join(', ');
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
