import { backOff } from '#web/lib/back-off.ts';

type Result = ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean };
export type SpeechResultEvent = { readonly resultIndex: number; readonly results: ArrayLike<Result> };

/** The parts of the browser's SpeechRecognition that are used here; TypeScript's DOM types lack it. */
export interface SpeechRecognizer {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  start(): void;
  abort(): void;
  onresult: ((event: SpeechResultEvent) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
}
type SpeechRecognizerClass = new () => SpeechRecognizer;

declare global {
  interface Window {
    SpeechRecognition?: SpeechRecognizerClass;
    webkitSpeechRecognition?: SpeechRecognizerClass;
  }
}

/** The browser's SpeechRecognition; undefined where it has none. */
export const getSpeechRecognizer = (): SpeechRecognizerClass | undefined => window.SpeechRecognition ?? window.webkitSpeechRecognition;

/** Delay before restarting recognition that the browser stopped by itself. */
const RESTART_MS = 250;

/** Errors after which recognition does not restart. */
const ERROR_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['not-allowed', 'Microphone access is blocked. Allow it in the address bar to dictate.'],
  ['service-not-allowed', 'Speech recognition is not allowed on this page.'],
  ['audio-capture', 'No microphone found.'],
  ['language-not-supported', 'Your browser can’t recognize this language.'],
]);

type SpeechListener = { onText: (text: string) => void; onError: (message: string) => void };

/** Recognizes speech until stopped, restarting when the browser pauses; passes on final results. */
export function startRecognition(SpeechRecognizer: SpeechRecognizerClass, { onText, onError }: SpeechListener): () => void {
  const recognizer = new SpeechRecognizer();
  recognizer.continuous = true;
  recognizer.interimResults = false;
  recognizer.lang = navigator.language;
  let isListening = true;
  let failures = 0;
  let restartTimer: ReturnType<typeof setTimeout> | undefined;

  recognizer.onresult = ({ results, resultIndex }) => {
    failures = 0;
    for (let at = resultIndex; at < results.length; at += 1) {
      const result = results[at];
      const text = result?.isFinal ? (result[0]?.transcript ?? '') : '';
      if (isListening && text.trim() !== '') onText(text);
    }
  };
  recognizer.onerror = ({ error }) => {
    const message = ERROR_MESSAGES.get(error);
    if (error === 'network') failures += 1;
    if (!isListening || message === undefined) return;
    isListening = false;
    onError(message);
  };
  recognizer.onend = () => {
    if (isListening) restartTimer = setTimeout(() => recognizer.start(), failures > 0 ? backOff(failures) : RESTART_MS);
  };
  recognizer.start();
  return () => {
    isListening = false;
    clearTimeout(restartTimer);
    recognizer.abort();
  };
}
