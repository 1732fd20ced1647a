import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '#web/testing/render.tsx';
import type { Heard, Recogniser } from '../transcript/speech-recognizer.ts';
import { Dictate } from './Dictate.tsx';

/** A browser's ears, which hear what the story says. */
class Ears implements Recogniser {
  static all: Ears[] = [];
  continuous = false;
  interimResults = true;
  lang = '';
  starts = 0;
  onresult: ((event: Heard) => void) | null = null;
  onerror: ((event: { readonly error: string }) => void) | null = null;
  onend: (() => void) | null = null;
  constructor() {
    Ears.all.push(this);
  }
  start() {
    this.starts += 1;
  }
  abort() {
    this.onend?.();
  }
}

afterEach(() => {
  window.webkitSpeechRecognition = undefined;
  Ears.all = [];
});

function open() {
  window.webkitSpeechRecognition = Ears;
  const onWords = vi.fn();
  renderAt(<Dictate onWords={onWords} />);
  return {
    onWords,
    user: userEvent.setup(),
    button: () => screen.getByRole('button', { name: 'Dictate' }),
    hears: (transcript: string, isFinal = true) =>
      act(() => Ears.all.at(-1)?.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal })] })),
    fails: (error: string) => act(() => Ears.all.at(-1)?.onerror?.({ error })),
  };
}

it('is not there where the browser recognises nothing', () => {
  renderAt(<Dictate onWords={() => undefined} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('hands over what the browser is sure of, as the words of whoever was chosen, until it is put out', async () => {
  const { onWords, user, button, hears } = open();
  await user.click(button());
  expect(button().getAttribute('aria-pressed')).toBe('true');
  hears('good mor', false);
  hears('good morning');
  await user.click(screen.getByRole('button', { name: 'Customer' }));
  hears('hi');
  await user.click(button());
  hears('not for us');
  expect(onWords.mock.calls).toEqual([
    ['rep', 'good morning'],
    ['customer', 'hi'],
  ]);
});

it('listens again when the browser takes a rest, but not once it was put out', async () => {
  const { user, button } = open();
  await user.click(button());
  vi.useFakeTimers();
  const [ears] = Ears.all;
  act(() => ears?.onend?.());
  act(() => vi.advanceTimersByTime(1_000));
  expect(ears?.starts).toBe(2);
  vi.useRealTimers();
  await user.click(button());
  vi.useFakeTimers();
  act(() => vi.advanceTimersByTime(60_000));
  expect(ears?.starts).toBe(2);
});

it('says when the microphone is refused; a silence is no reason to stop', async () => {
  const { user, button, fails } = open();
  await user.click(button());
  fails('no-speech');
  expect(button().getAttribute('aria-pressed')).toBe('true');
  fails('not-allowed');
  expect(button().getAttribute('aria-pressed')).toBe('false');
  screen.getByText('The browser may not use the microphone. Allow it in the address bar to dictate.');
});
