import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderAt } from '#web/testing/render.tsx';
import { appendSpeech } from '../transcript/transcript-text.ts';
import { TranscriptBox } from './TranscriptBox.tsx';

it('keeps the caret where the rep types while speech is dictated', () => {
  let dictate = (_speech: string) => {};
  function Call() {
    const [text, setText] = useState('Rep: Hello.');
    dictate = (speech) => setText((before) => appendSpeech(before, 'rep', speech));
    return <TranscriptBox text={text} autoFocus onChange={setText} onUpdate={() => undefined} status={null} dictate={null} />;
  }
  renderAt(<Call />);
  const box = screen.getByRole<HTMLTextAreaElement>('textbox');
  box.setSelectionRange(5, 10);
  fireEvent.select(box);
  act(() => dictate('How are you?'));
  expect([box.value, box.selectionStart, box.selectionEnd]).toEqual(['Rep: Hello. How are you?', 5, 10]);
});
