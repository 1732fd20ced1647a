import type { ResponseType } from '#contract/call.ts';
import { useKeptInput } from '#web/drafts/use-kept-input.ts';
import type { PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';

type ReplyDraft = {
  message: string;
  responseType: ResponseType;
  customer: PickedCustomer | null;
  /** The stored reply to the message. */
  replyId: string | null;
  /** Its text as it was edited. */
  edit: { id: string; text: string } | null;
};

export const EMPTY_REPLY: ReplyDraft = { message: '', responseType: 'sales', customer: null, replyId: null, edit: null };

/** What is on the Response Center: the message, the reply to it and its edits. */
export const useReplyDraft = () => useKeptInput('response', EMPTY_REPLY);
