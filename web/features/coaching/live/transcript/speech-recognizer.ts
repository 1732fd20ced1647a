import { backOff } from '#web/lib/back-off.ts';

type Result = ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean };
export type Heard = { readonly resultIndex: number; readonly results: ArrayLike<Result> };

/** What we use of the browser's own speech recognition, which its types do not know. */
export interface Recogniser {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  start(): void;
  abort(): void;
  onresult: ((event: Heard) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
}
type RecogniserClass = new () => Recogniser;

declare global {
  interface Window {
    SpeechRecognition?: RecogniserClass;
    webkitSpeechRecognition?: RecogniserClass;
  }
}

/** The browser's speech recognition; undefined where it has none. */
export const recogniserClass = (): RecogniserClass | undefined => window.SpeechRecognition ?? window.webkitSpeechRecognition;

/** Milliseconds before it listens again after the browser stopped by itself. */
const AGAIN = 250;

/** Why it cannot listen at all, in words for whoever wants to dictate. */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['not-allowed', 'The browser may not use the microphone. Allow it in the address bar to dictate.'],
  ['service-not-allowed', 'The browser does not allow speech recognition here.'],
  ['audio-capture', 'No microphone was found.'],
  ['language-not-supported', 'The browser does not recognize this language.'],
]);

type Ears = { onWords: (words: string) => void; onRefused: (why: string) => void };

/** Listens until it is told to stop, however often the browser takes a rest; hands over what it is sure of. */
export function listen(Recogniser: RecogniserClass, { onWords, onRefused }: Ears): () => void {
  const recogniser = new Recogniser();
  recogniser.continuous = true;
  recogniser.interimResults = false;
  recogniser.lang = navigator.language;
  let isListening = true;
  let failures = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

  recogniser.onresult = ({ results, resultIndex }) => {
    failures = 0;
    for (let at = resultIndex; at < results.length; at += 1) {
      const result = results[at];
      const words = result?.isFinal ? (result[0]?.transcript ?? '') : '';
      if (isListening && words.trim() !== '') onWords(words);
    }
  };
  recogniser.onerror = ({ error }) => {
    const why = REFUSALS.get(error);
    if (error === 'network') failures += 1;
    if (!isListening || why === undefined) return;
    isListening = false;
    onRefused(why);
  };
  recogniser.onend = () => {
    if (isListening) again = setTimeout(() => recogniser.start(), failures > 0 ? backOff(failures) : AGAIN);
  };
  recogniser.start();
  return () => {
    isListening = false;
    clearTimeout(again);
    recogniser.abort();
  };
}
