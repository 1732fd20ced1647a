import './account.ts';
import './assistant.ts';
import './call-tracker.ts';
import './coaching-rule.ts';
import './conversation.ts';
import './customer.ts';
import './email-template.ts';
import './email-writing.ts';
import './event.ts';
import './failures.ts';
import './flow.ts';
import './flow-changes.ts';
import './integration.ts';
import './lead.ts';
import './live-call.ts';
import './live-call-changes.ts';
import './notification.ts';
import './order.ts';
import './pipeline.ts';
import './scalars.ts';
import './timeline.ts';
import './training.ts';
import './transcription.ts';
import './transcription-search.ts';
import './transcription-writing.ts';
import { builder } from './builder.ts';

/** The whole schema: every module has spoken. */
export const schema = builder.toSchema();
