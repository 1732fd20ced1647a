import { ReplyDiscardReason, ResponseType } from '../assistant.ts';
import { InsightCategory } from '../coaching/coaching.ts';
import { EmailType } from '../email-template/email-template.ts';
import { FlowType } from '../flow/flow.ts';
import { LeadLostReason, LeadSource, LeadStage } from '../lead.ts';
import { LiveCallStatus } from '../live-call/live-call.ts';
import { TrainingCategory } from '../training.ts';
import { Priority } from '../transcription/transcription.ts';

/** The GraphQL enums that entity columns refer to. */
export const ENUMS = {
  LeadStage,
  LeadSource,
  LeadLostReason,
  Priority,
  ResponseType,
  ReplyDiscardReason,
  EmailType,
  TrainingCategory,
  InsightCategory,
  LiveCallStatus,
  FlowType,
} as const;

export type EnumName = keyof typeof ENUMS;

export const isEnumName = (name: string): name is EnumName => Object.hasOwn(ENUMS, name);
