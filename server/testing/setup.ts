import { afterEach, beforeEach, type MockInstance, vi } from 'vitest';

const told: string[] = [];
let spy: MockInstance;

// Libraries tell the console of what went wrong inside them, often where nobody could catch it: the story in which it
// happens fails. One that expects it spies on the console itself.
beforeEach(() => {
  told.length = 0;
  spy = vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    told.push(words.map(String).join(' '));
  });
});

afterEach(() => {
  spy.mockRestore();
  if (told.length > 0) throw new Error(`Unexpected console.error: ${told.join('\n')}`);
});
