import { expect, it } from 'vitest';
import { asWritten, harmless } from './export.ts';

it.each(['=1+1', '+49 30 1', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'keeps a spreadsheet from running %j, and gives it back as it was',
  (text) => {
    expect(harmless(text)).toBe(`'${text}`);
    expect(asWritten(harmless(text))).toBe(text);
  },
);

it.each(['Ada', '', "'quoted'", '1=1', 'a\n=1'])('leaves %j alone', (text) => {
  expect(harmless(text)).toBe(text);
  expect(asWritten(text)).toBe(text);
});
