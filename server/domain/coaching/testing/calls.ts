import type { ChosenCall } from '../call-metrics.ts';

/** A call with this transcript. */
export const chosen = (content: string, parts: Partial<ChosenCall> = {}): ChosenCall => ({
  id: 'call-1',
  kind: 'transcription',
  title: 'A call',
  content,
  duration: null,
  at: new Date('2026-11-01T10:00:00.000Z'),
  ...parts,
});

/** So many words that say nothing. */
export const words = (count: number): string =>
  `${Array.from({ length: count }, (_, at) => ['stone', 'river', 'paper', 'window'][at % 4]).join(' ')}.`;

/** A sales call that goes wrong in most ways there are. */
export const WORDY = `Rep: Hi Grace, I wanted to ask about the quote.
Customer: It's too expensive.
Rep: It has everything inside. ${words(200)}
Customer: I don't need it taken apart.
Rep: We could do ten percent off. ${words(40)}
Customer: Send me something.
Rep: I will.`;

/** One that goes well. */
export const KEEN = `Rep: Thank you for your time. What happens today when the machine stops?
Customer: People walk across the street and come back forty minutes later. My boss sees it from his window and he hates it, and honestly so do I.
Rep: I understand. Why is nine the worst?
Customer: After stand-up everybody walks over at once, and the queue is terrible, and I am not sure a new one helps.
Rep: That makes sense. What would it have to do?
Customer: Two cups at once, and nobody should have to clean it. That would be wonderful, I would love that, the whole floor would be happy.
Rep: Lovely. Could we look at your kitchen on Wednesday at ten?
Customer: Wednesday at ten is perfect. Great, thank you so much.`;

/** One in which nobody is named. */
export const NAMELESS =
  'Hello, this is about the machine. It is broken and nobody came, this is terrible. Could you send somebody? It is still broken.';
