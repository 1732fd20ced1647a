import type { RestCase } from './case.ts';
import { coachingCalls } from './coaching.ts';
import { customerCalls } from './customers.ts';
import { emailTemplateCalls } from './email-templates.ts';
import { flowCalls } from './flows.ts';
import { leadCalls } from './leads.ts';
import { liveCallCalls } from './live-calls.ts';
import { orderCalls } from './orders.ts';
import { replyCalls } from './replies.ts';
import { trainingCalls } from './training.ts';
import { transcriptionCalls } from './transcriptions.ts';

/** Every row except the four auth routes, ordered so that each finds the ids it needs. */
export const REST_CASES: readonly RestCase[] = [
  ...customerCalls,
  ...leadCalls,
  ...replyCalls,
  ...transcriptionCalls,
  ...orderCalls,
  ...flowCalls,
  ...emailTemplateCalls,
  ...trainingCalls,
  ...liveCallCalls,
  ...coachingCalls,
];
