import type { Accounts } from '#domain/account/service.ts';
import type { Activity } from '#domain/activity/service.ts';
import type { Analytics } from '#domain/analytics/service.ts';
import type { ApiTokens } from '#domain/api-token/service.ts';
import type { Replies } from '#domain/assistant/service.ts';
import type { CallImports } from '#domain/call-import/service.ts';
import type { Coaching } from '#domain/coaching/service.ts';
import type { CoachingRules } from '#domain/coaching-rule/service.ts';
import type { Customers } from '#domain/customer/service.ts';
import type { EmailTemplates } from '#domain/email-template/service.ts';
import type { Flows } from '#domain/flow/service.ts';
import type { Integrations } from '#domain/integration/service.ts';
import type { Leads } from '#domain/lead/service.ts';
import type { LiveCalls } from '#domain/live-call/service.ts';
import type { Notifications } from '#domain/notification/service.ts';
import type { Orders } from '#domain/order/service.ts';
import type { OrderImport } from '#domain/order-import/service.ts';
import type { Analyst } from '#domain/query/service.ts';
import type { Syncs } from '#domain/sync/service.ts';
import type { Training } from '#domain/training/service.ts';
import type { Transcriptions } from '#domain/transcription/service.ts';
import type { Users } from '#domain/user/service.ts';

/** The use cases, by noun: what GraphQL and REST may call. */
export interface Services {
  readonly accounts: Accounts;
  readonly activity: Activity;
  readonly analytics: Analytics;
  readonly apiTokens: ApiTokens;
  readonly analyst: Analyst;
  readonly callImport: CallImports;
  readonly coachingRules: CoachingRules;
  readonly coaching: Coaching;
  readonly customers: Customers;
  readonly flows: Flows;
  readonly emailTemplates: EmailTemplates;
  readonly integrations: Integrations;
  readonly leads: Leads;
  readonly liveCalls: LiveCalls;
  readonly notifications: Notifications;
  readonly orderImport: OrderImport;
  readonly orders: Orders;
  readonly replies: Replies;
  readonly syncs: Syncs;
  readonly training: Training;
  readonly transcriptions: Transcriptions;
  readonly users: Users;
}
