import { afterEach, beforeEach, type MockInstance, vi } from 'vitest';

const messages: string[] = [];
let spy: MockInstance;

// Libraries tell the console of what went wrong inside them, often where nobody could catch it: the story in which it
// happens fails. One that expects it spies on the console itself.
beforeEach(() => {
  messages.length = 0;
  spy = vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    messages.push(words.map(String).join(' '));
  });
});

afterEach(() => {
  spy.mockRestore();
  if (messages.length > 0) throw new Error(`Unexpected console.error: ${messages.join('\n')}`);
});
