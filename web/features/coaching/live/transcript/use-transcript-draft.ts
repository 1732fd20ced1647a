import { type DraftFields, readDraft, writeDraft } from '#web/drafts/draft-store.ts';
import { useViewer } from '#web/session/session.tsx';

/** The call that is typed in this window, so that a reload takes it up again. */
const WINDOW_CALL = 'callboard.live-call';

/** The call of this window; null if there is none. */
export const readWindowCall = (): string | null => sessionStorage.getItem(WINDOW_CALL);

/** The unsaved text of a call, a draft of its rep. */
export function useTranscriptDraft(callId: string) {
  const { id: person } = useViewer();
  const subject = `live-call/${callId}`;
  const store = (unsaved: string | null) => {
    const fields: DraftFields = unsaved === null ? {} : { transcript: { value: unsaved, base: '' } };
    writeDraft(person, subject, { fields, earlier: null });
  };
  return {
    /** The unsaved text; null if everything is saved. */
    read: (): string | null => {
      const unsaved = readDraft(person, subject)?.fields.transcript?.value;
      return typeof unsaved === 'string' ? unsaved : null;
    },
    store,
    /** The call is typed in this window from now on. */
    begin: () => sessionStorage.setItem(WINDOW_CALL, callId),
    /** The call is over, or not this person's. */
    remove: () => {
      store(null);
      if (readWindowCall() === callId) sessionStorage.removeItem(WINDOW_CALL);
    },
  };
}
