import type { SpecifiedCall } from './call.ts';
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

/** Every row but the four of signing in and out, in an order in which each finds what it needs. */
export const SPECIFIED_CALLS: readonly SpecifiedCall[] = [
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
