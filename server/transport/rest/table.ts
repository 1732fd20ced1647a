import { assistantRoutes } from './assistant.ts';
import { authRoutes } from './auth.ts';
import { coachingRoutes } from './coaching.ts';
import { customerRoutes } from './customers.ts';
import { emailTemplateRoutes } from './email-templates.ts';
import { flowRoutes } from './flows.ts';
import { leadRoutes } from './leads.ts';
import { liveCallRoutes } from './live-calls.ts';
import { orderRoutes } from './orders.ts';
import type { Route } from './route.ts';
import { trainingRoutes } from './training.ts';
import { transcriptionRoutes } from './transcriptions.ts';

/** Every documented REST call: the routing, its documentation and the matrix of its tests. */
export const REST_ROUTES: readonly Route[] = [
  ...authRoutes,
  ...leadRoutes,
  ...customerRoutes,
  ...flowRoutes,
  ...assistantRoutes,
  ...trainingRoutes,
  ...transcriptionRoutes,
  ...emailTemplateRoutes,
  ...liveCallRoutes,
  ...coachingRoutes,
  ...orderRoutes,
];
