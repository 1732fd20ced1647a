import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '#web/testing/render.tsx';
import type { SpeechRecognizer, SpeechResultEvent } from '../transcript/speech-recognizer.ts';
import { Dictate } from './Dictate.tsx';

/** A fake SpeechRecognition; the tests emit its results and errors. */
class FakeRecognizer implements SpeechRecognizer {
  static all: FakeRecognizer[] = [];
  continuous = false;
  interimResults = true;
  lang = '';
  starts = 0;
  onresult: ((event: SpeechResultEvent) => void) | null = null;
  onerror: ((event: { readonly error: string }) => void) | null = null;
  onend: (() => void) | null = null;
  constructor() {
    FakeRecognizer.all.push(this);
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
  FakeRecognizer.all = [];
});

function openDictation() {
  window.webkitSpeechRecognition = FakeRecognizer;
  const onText = vi.fn();
  renderAt(<Dictate onText={onText} />);
  return {
    onText,
    user: userEvent.setup(),
    button: () => screen.getByRole('button', { name: 'Dictate' }),
    emitResult: (transcript: string, isFinal = true) =>
      act(() => FakeRecognizer.all.at(-1)?.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal })] })),
    emitError: (error: string) => act(() => FakeRecognizer.all.at(-1)?.onerror?.({ error })),
  };
}

it('renders nothing where the browser has no speech recognition', () => {
  renderAt(<Dictate onText={() => undefined} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('passes on final results as the chosen speaker until it is switched off', async () => {
  const { onText, user, button, emitResult } = openDictation();
  await user.click(button());
  expect(button().getAttribute('aria-pressed')).toBe('true');
  emitResult('good mor', false);
  emitResult('good morning');
  await user.click(screen.getByRole('button', { name: 'Customer' }));
  emitResult('hi');
  await user.click(button());
  emitResult('not for us');
  expect(onText.mock.calls).toEqual([
    ['rep', 'good morning'],
    ['customer', 'hi'],
  ]);
});

it('restarts when the browser stops by itself, but not once it is switched off', async () => {
  const { user, button } = openDictation();
  await user.click(button());
  vi.useFakeTimers();
  const [recognizer] = FakeRecognizer.all;
  act(() => recognizer?.onend?.());
  act(() => vi.advanceTimersByTime(1_000));
  expect(recognizer?.starts).toBe(2);
  vi.useRealTimers();
  await user.click(button());
  vi.useFakeTimers();
  act(() => vi.advanceTimersByTime(60_000));
  expect(recognizer?.starts).toBe(2);
});

it('shows why the microphone is blocked, and goes on after a silence', async () => {
  const { user, button, emitError } = openDictation();
  await user.click(button());
  emitError('no-speech');
  expect(button().getAttribute('aria-pressed')).toBe('true');
  emitError('not-allowed');
  expect(button().getAttribute('aria-pressed')).toBe('false');
  screen.getByText('Microphone access is blocked. Allow it in the address bar to dictate.');
});
