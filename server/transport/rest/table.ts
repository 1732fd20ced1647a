import type { Route } from './route.ts';
import { assistantRoutes } from './routes/assistant.ts';
import { authRoutes } from './routes/auth.ts';
import { coachingRoutes } from './routes/coaching.ts';
import { customerRoutes } from './routes/customers.ts';
import { emailTemplateRoutes } from './routes/email-templates.ts';
import { flowRoutes } from './routes/flows.ts';
import { leadRoutes } from './routes/leads.ts';
import { liveCallRoutes } from './routes/live-calls.ts';
import { orderRoutes } from './routes/orders.ts';
import { trainingRoutes } from './routes/training.ts';
import { transcriptionRoutes } from './routes/transcriptions.ts';

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
