import type { AccessAction, AccessNoun, AccessScope, RoleKey } from '#contract/access.ts';
import type { TokenPermission, TokenScope } from '#contract/api-token.ts';
import type { CoachingRuleKey } from '#contract/coaching-rule.ts';
import type { ReplyDiscardReason } from '#contract/discard-reasons.ts';
import type { EmailType } from '#contract/email-template.ts';
import type { ExportFormat } from '#contract/export.ts';
import type { FlowStage, FlowType } from '#contract/flow.ts';
import type { ImportState } from '#contract/import.ts';
import type { LeadStage } from '#contract/lead.ts';
import type { LiveCallEnding } from '#contract/live-call.ts';
import type { LostReason } from '#contract/lost-reasons.ts';
import type { SignInMethod } from '#server/auth/sessions.ts';
import type { EventType } from './domain-events.ts';
import type { Provider } from './integration/providers.ts';

interface NotifiedData {
  readonly notificationId: string;
  readonly except: string | null;
}

/** The events that no entity declares, with the few values a listener needs beside subject, actor and time. */
export interface EventData {
  'demo.begun': Record<never, never>;
  'demo.seeded': Record<never, never>;
  'account.registered': { username: string };
  'account.password_set': Record<never, never>;
  'account.password_changed': Record<never, never>;
  /** Its owner chose a new password by a link. */
  'account.password_reset': Record<never, never>;
  /** An admin made a link by which the subject may choose a new password. */
  'account.reset_link_created': { username: string };
  'account.second_factor_changed': {
    change: 'app_added' | 'app_removed' | 'recovery_codes_renewed' | 'passkey_added' | 'passkey_removed';
  };
  /** From now on the person signs in with the identity provider. */
  'account.linked': { issuer: string };
  /** The subject is the role: its key. */
  'role.second_factor_changed': { key: RoleKey; required: boolean };
  'account.updated': { changed: readonly string[] };
  /** What an admin made of an account: its role, or its team; null for no team. */
  'account.role_changed': { from: RoleKey; to: RoleKey };
  'account.team_changed': { from: string | null; to: string | null };
  'team.changed': { change: 'created' | 'renamed' | 'moved' | 'deleted'; name: string };
  /** `changed` names the fields of an update; empty otherwise. */
  'assignment_rule.changed': { change: 'created' | 'updated' | 'deleted' | 'reordered'; name: string; changed: readonly string[] };
  /** The subject is the role: its key. */
  'role.changed': { key: RoleKey; noun: AccessNoun; action: AccessAction; from: AccessScope | null; to: AccessScope | null };
  'workspace.changed': { changed: readonly string[] };
  'invitation.created': { role: RoleKey };
  'invitation.revoked': { role: RoleKey };
  'invitation.accepted': { role: RoleKey; userId: string };
  /** With what was handed over, and to whom, where an admin closed it; null for nobody. Older events have no `tasks`. */
  'account.closed': {
    username: string;
    handedOver?: { to: string | null; leads: number; customers: number; flows: number; tasks?: number };
  };
  'account.reopened': { username: string };
  /** `method`: how; events from before passkeys and second factors leave it out. */
  'session.started': { method?: SignInMethod['method'] };
  'session.ended': Record<never, never>;
  'api_token.created': { name: string; scope: TokenScope; permissions: readonly TokenPermission[] | null };
  'api_token.revoked': { name: string };
  'customer.created': { name: string };
  /** `value` in US dollars, null for none; older events do not have it. */
  'lead.created': { name: string; stage: LeadStage; value?: string | null };
  /** `ownerBefore` where the owner changed; null for nobody. */
  'lead.updated': { changed: readonly string[]; stage: LeadStage; ownerBefore?: string | null };
  /** `value` is what the lead was worth when it moved. */
  'lead.moved': { from: LeadStage; to: LeadStage; value?: string | null };
  /** `stage` is where it stays and comes back to; `value` and `competitor` are null for none. */
  'lead.lost': { stage: LeadStage; value: string | null; reason: LostReason; competitor: string | null };
  'lead.reopened': { stage: LeadStage; value: string | null };
  /** Nobody had contact with it since then, for long. */
  'lead.went_quiet': { since: string };
  'flow.created': { flowType: FlowType; stage: string };
  /** `because` names the event that moved it; absent when a person did. */
  'flow.advanced': { flowType: FlowType; from: string; to: FlowStage; because?: EventType };
  'flow.interaction_added': { flowType: FlowType; type: string };
  'flow.handed_over': { flowType: FlowType; ownerBefore: string | null };
  'reply.generated': { responseType: string; engine: string };
  'reply.used': Record<never, never>;
  'reply.discarded': { reason: ReplyDiscardReason };
  'training_item.added': { title: string; category: string };
  'training_item.deleted': { title: string; category: string };
  'training_item.restored': { title: string; category: string };
  /** The question of a reply that was used is proposed as another way to ask for the item. */
  'training_item.phrasing_proposed': { text: string };
  'training_item.phrasing_declined': { text: string };
  /** It is not listed until it is asked again. */
  'unanswered_question.dismissed': { text: string };
  'unanswered_question.restored': { text: string };
  'transcription.added': { title: string | null; type: string; source: string; engine: string };
  'transcription.analyzed': { engine: string };
  'email_template.created': { name: string; type: EmailType };
  'email_template.deleted': { name: string; type: EmailType };
  'email_template.restored': { name: string; type: EmailType };
  'email.personalized': { name: string; type: EmailType };
  'live_call.started': { callId: string };
  /** `turnsFrom`: the first turn that is not what it was. */
  'live_call.updated': { revision: number; turnsFrom: number };
  /** The call has an urgent prompt that the rep should see now. */
  'live_call.alerted': { rule: string; text: string };
  'live_call.noted': { noteId: string };
  'live_call.completed': { status: LiveCallEnding };
  'live_call.stored': { transcriptionId: string };
  /** The subject is the rule: its key. */
  'coaching_rule.changed': { key: CoachingRuleKey };
  'coaching.analyzed': { calls: number; insights: number };
  /** A review was shared with a person, or no longer is; null for nobody. */
  'coaching.shared': { sharedWith: string | null; sharedBefore: string | null };
  /** `sharedWith`: whom its review is shared with, null for nobody; older events do not have it. */
  'coaching_insight.updated': { isImplemented: boolean; sharedWith?: string | null };
  'order.synced': { status: string; totalPrice: string };
  /** `from` where its status changed. */
  'order.updated': { status: string; totalPrice: string; from?: string };
  /** Its customer, and with them the order, went to somebody else; null for nobody. */
  'order.handed_over': { ownerBefore: string | null };
  /** A page of the first import; its orders and their new customers have no events of their own. */
  'orders.imported': { count: number };
  /** A batch of a file; its rows have no events of their own. The subject is the import. */
  'customers.imported': { count: number };
  'leads.imported': { count: number };
  'trainingItems.imported': { count: number };
  /** A batch of a file was undone. */
  'customers.import_undone': { count: number };
  'leads.import_undone': { count: number };
  'trainingItems.import_undone': { count: number };
  /** Somebody took rows away as a file. The subject is the list: `export` with its noun. */
  'export.created': { noun: string; format: ExportFormat; rows: number };
  'import.changed': { state: ImportState };
  'notification.added': Record<never, never>;
  /** One notification for everybody who may read the subject, but for the person `except`. */
  'lead.notified': NotifiedData;
  'transcription.notified': NotifiedData;
  'live_call.notified': NotifiedData;
  'sync.notified': NotifiedData;
  'notifications.read': { count: number };
  /** `nextId`: the task that repeats it; null where it does not repeat, or not again. */
  'task.completed': { nextId: string | null };
  'task.reopened': Record<never, never>;
  /** Its owner is reminded of it. */
  'task.reminded': Record<never, never>;
  'sync.started': { integration: Provider };
  /** `total` is null where nobody knows it. */
  'sync.progressed': { integration: Provider; done: number; total: number | null };
  /** It could not be done and is tried again later. */
  'sync.postponed': { integration: Provider; message: string };
  'sync.finished': { integration: Provider; created: number };
  'sync.failed': { integration: Provider; message: string };
}

/** Who may see an event: everyone, or only the person who did it. */
export const AUDIENCES = {
  'demo.begun': 'everyone',
  'demo.seeded': 'everyone',
  'account.registered': 'everyone',
  'account.password_set': 'actor',
  'account.password_changed': 'actor',
  'account.password_reset': 'actor',
  'account.reset_link_created': 'actor',
  'account.second_factor_changed': 'actor',
  'account.linked': 'actor',
  'role.second_factor_changed': 'everyone',
  'account.updated': 'everyone',
  'account.role_changed': 'everyone',
  'account.team_changed': 'everyone',
  'team.changed': 'everyone',
  'assignment_rule.changed': 'everyone',
  'role.changed': 'everyone',
  'workspace.changed': 'everyone',
  'invitation.created': 'everyone',
  'invitation.revoked': 'everyone',
  'invitation.accepted': 'everyone',
  'account.closed': 'everyone',
  'account.reopened': 'everyone',
  'session.started': 'actor',
  'session.ended': 'actor',
  'api_token.created': 'actor',
  'api_token.revoked': 'actor',
  'customer.created': 'everyone',
  'lead.created': 'everyone',
  'lead.updated': 'everyone',
  'lead.moved': 'everyone',
  'lead.lost': 'everyone',
  'lead.reopened': 'everyone',
  'lead.went_quiet': 'everyone',
  'flow.created': 'everyone',
  'flow.advanced': 'everyone',
  'flow.interaction_added': 'everyone',
  'flow.handed_over': 'everyone',
  'reply.generated': 'everyone',
  'reply.used': 'everyone',
  'reply.discarded': 'everyone',
  'training_item.added': 'everyone',
  'training_item.deleted': 'everyone',
  'training_item.restored': 'everyone',
  'training_item.phrasing_proposed': 'actor',
  'training_item.phrasing_declined': 'actor',
  'unanswered_question.dismissed': 'everyone',
  'unanswered_question.restored': 'everyone',
  'transcription.added': 'everyone',
  'transcription.analyzed': 'everyone',
  'email_template.created': 'everyone',
  'email_template.deleted': 'everyone',
  'email_template.restored': 'everyone',
  'email.personalized': 'everyone',
  'live_call.started': 'everyone',
  'live_call.updated': 'everyone',
  'live_call.alerted': 'everyone',
  'live_call.noted': 'everyone',
  'live_call.completed': 'everyone',
  'live_call.stored': 'everyone',
  'coaching_rule.changed': 'everyone',
  'coaching.analyzed': 'everyone',
  'coaching.shared': 'everyone',
  'coaching_insight.updated': 'everyone',
  'order.synced': 'everyone',
  'order.updated': 'everyone',
  'order.handed_over': 'everyone',
  'orders.imported': 'everyone',
  'customers.imported': 'everyone',
  'leads.imported': 'everyone',
  'trainingItems.imported': 'everyone',
  'customers.import_undone': 'everyone',
  'leads.import_undone': 'everyone',
  'trainingItems.import_undone': 'everyone',
  'export.created': 'actor',
  'import.changed': 'everyone',
  'notification.added': 'actor',
  'lead.notified': 'everyone',
  'transcription.notified': 'everyone',
  'live_call.notified': 'everyone',
  'sync.notified': 'everyone',
  'notifications.read': 'actor',
  'task.completed': 'everyone',
  'task.reopened': 'everyone',
  'task.reminded': 'everyone',
  'sync.started': 'everyone',
  'sync.progressed': 'everyone',
  'sync.postponed': 'everyone',
  'sync.finished': 'everyone',
  'sync.failed': 'everyone',
} as const satisfies Record<keyof EventData, 'everyone' | 'actor'>;

export const isEventWithData = (kind: string): kind is keyof EventData => Object.hasOwn(AUDIENCES, kind);

/** The kinds only the person concerned may see. */
export const PERSONAL_EVENT_TYPES = Object.keys(AUDIENCES)
  .filter(isEventWithData)
  .filter((kind) => AUDIENCES[kind] === 'actor');
