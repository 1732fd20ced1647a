import type { GraphQLError } from 'graphql';
import { requestOrigin } from '#server/request-origin.ts';
import type { SecurityEvent, SecurityLog } from '#server/security-log.ts';
import type { Admission } from '../cost/admission.ts';
import type { ErrorCode } from './error-codes.ts';

const REFUSED: ReadonlySet<unknown> = new Set<ErrorCode>(['UNAUTHENTICATED', 'FORBIDDEN', 'HOST_NOT_ALLOWED']);
const LIMITED: ReadonlySet<unknown> = new Set<ErrorCode>([
  'OPERATION_TOO_LARGE',
  'RESPONSE_TOO_LARGE',
  'TOO_MANY_IN_PROGRESS',
  'RATE_LIMITED',
]);

/** The event that a refusal with this code is in the security log; null for what is no refusal. */
export function refusalEvent(code: unknown): SecurityEvent | null {
  if (REFUSED.has(code)) return 'access.refused';
  return LIMITED.has(code) ? 'limit.reached' : null;
}

/** Takes an error a client is about to get; one that refuses something is written into the security log, once a request. */
export type LogRefusal = (error: GraphQLError) => void;

export const createLogRefusal =
  (securityLog: SecurityLog): LogRefusal =>
  ({ extensions }) => {
    if (requestOrigin()?.isRefusalLogged) return;
    const reason = String(extensions.code);
    const event = refusalEvent(reason);
    if (event) securityLog.record(event, { reason });
  };

/** The same admission, each of whose refusals is written into the security log, over every transport. */
export function logAdmission(admission: Admission, logRefusal: LogRefusal): Admission {
  return {
    ...admission,
    admit: (asked, context) => {
      const admitted = admission.admit(asked, context);
      for (const error of admitted.instead?.errors ?? []) logRefusal(error);
      return admitted;
    },
    together: (requested, context) => {
      const refused = admission.together(requested, context);
      for (const error of refused?.errors ?? []) logRefusal(error);
      return refused;
    },
  };
}
