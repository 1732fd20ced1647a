import type { GraphQLError } from 'graphql';
import { requestOrigin } from '#server/request-origin.ts';
import type { SecurityLog } from '#server/security-log.ts';
import type { ErrorCode } from './error-codes.ts';

const REFUSED: ReadonlySet<unknown> = new Set<ErrorCode>(['UNAUTHENTICATED', 'FORBIDDEN']);
const LIMITED: ReadonlySet<unknown> = new Set<ErrorCode>([
  'OPERATION_TOO_LARGE',
  'RESPONSE_TOO_LARGE',
  'TOO_MANY_IN_PROGRESS',
  'RATE_LIMITED',
]);

/** Takes an error a client is about to get; one that refuses something is written into the security log, once a request. */
export type LogRefusal = (error: GraphQLError) => void;

export const createLogRefusal =
  (securityLog: SecurityLog): LogRefusal =>
  ({ extensions }) => {
    if (requestOrigin()?.isRefusalLogged) return;
    const reason = String(extensions.code);
    if (REFUSED.has(reason)) securityLog.record('access.refused', { reason });
    else if (LIMITED.has(reason)) securityLog.record('limit.reached', { reason });
  };
