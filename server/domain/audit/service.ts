import { AuditFilter } from '#contract/audit-input.ts';
import { requirePermission } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { type AuditEntry, auditEntry } from '../entities/internal.ts';
import { Forbidden } from '../failures.ts';
import type { Page, PageRequest } from '../page.ts';
import { parse } from '../parse.ts';
import type { AnalystQueries } from '../query/analyst-queries.ts';
import { createQueryService } from '../query/service.ts';
import type { Reader, Viewer } from '../viewer.ts';
import { kindsOf } from './kinds.ts';

interface AuditDeps extends Pick<ServiceDeps, 'db' | 'clock'> {
  /** Limits what reading the audit takes from others; left out, nothing does. */
  readonly queries?: AnalystQueries;
}

/** Somebody who asks for the audit; without a credential they are refused. */
export type Auditor = Reader & Partial<Pick<Viewer, 'credential'>>;

/** Throws `Forbidden` unless the viewer may configure people, and is signed in. */
export function requireAuditor(viewer: Auditor): void {
  if (viewer.credential?.kind !== 'session') throw new Forbidden('Sign in to read the audit: an API token cannot.');
  requirePermission(viewer, 'people', 'configure');
}

/** The conditions of a filter, in the language of `where`. Throws `Invalid`. */
export function auditConditions(input: unknown): object {
  const { personId, group, subjectId, address, from, to } = parse(AuditFilter, input ?? {});
  return {
    ...(personId && { actorId: { eq: personId } }),
    ...(group && { kind: { in: kindsOf(group) } }),
    ...(subjectId && { subjectId: { eq: subjectId } }),
    ...(address && { address: { eq: address } }),
    ...((from || to) && { at: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
  };
}

/** Who did what, from where: events and the security log together. */
export const createAudit = ({ db, clock, queries }: AuditDeps) => {
  const lists = createQueryService({ db, clock, queries }).of(auditEntry);
  return {
    /** Newest first. Throws `Forbidden` for those who may not configure people, and `Invalid`. */
    entries: (viewer: Viewer, filter: unknown, page: PageRequest): Promise<Page<AuditEntry>> => {
      requireAuditor(viewer);
      // The client chose the conditions, so nobody knows how long it takes.
      return lists.page(viewer, { where: auditConditions(filter) }, page);
    },
  };
};
