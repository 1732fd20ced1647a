import './account.ts';
import './analytics/analytics.ts';
import './api-token.ts';
import './audit.ts';
import './assistant.ts';
import './assistant-cost.ts';
import './transcription/call-tracker.ts';
import './coaching/coaching-rule.ts';
import './coaching/coaching.ts';
import './coaching/coaching-changes.ts';
import './coaching/coaching-numbers.ts';
import './transcription/conversation.ts';
import './customer.ts';
import './dead-letter.ts';
import './email-template/email-template.ts';
import './email-template/email-generation.ts';
import './timeline/event.ts';
import './failures.ts';
import './flow/flow.ts';
import './flow/flow-changes.ts';
import './import/import.ts';
import './import/sent-rows.ts';
import './integration.ts';
import './lead.ts';
import './live-call/live-call.ts';
import './live-call/live-call-changes.ts';
import './notification.ts';
import './order/order.ts';
import './order/order-details.ts';
import './order/order-import.ts';
import './own-account.ts';
import './passkey.ts';
import './password-reset.ts';
import './second-factor.ts';
import './people/assignment-rule.ts';
import './people/people.ts';
import './people/invitation.ts';
import './session-list.ts';
import './pipeline.ts';
import './query/groups.ts';
import './query/where.ts';
import './reply-source.ts';
import './scalars.ts';
import './search/search.ts';
import './task.ts';
import './timeline/timeline.ts';
import './training.ts';
import './training-learning.ts';
import './transcription/transcription.ts';
import './transcription/transcription-search.ts';
import './transcription/transcription-changes.ts';
import './workspace-settings.ts';
import type { GraphQLFieldResolver } from 'graphql';
import type { Context } from '#domain/request-context.ts';
import { builder } from './builder.ts';

/** The schema, once all modules above have defined their types. */
export const schema = builder.toSchema();

// The mutations of one request run in sequence. A later one must not see what an earlier one loaded before it was changed.
for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
  const { resolve } = field;
  field.resolve = async (...args: Parameters<GraphQLFieldResolver<unknown, Context>>) => {
    try {
      return await resolve?.(...args);
    } finally {
      args[2].loaders.clear();
    }
  };
}
