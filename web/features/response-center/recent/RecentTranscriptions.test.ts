import { describe, expect, it } from 'vitest';
import { clockOf, previewOf } from './RecentTranscriptions.tsx';

describe('the length of a call', () => {
  it.each([
    [0, '0:00'],
    [9, '0:09'],
    [65, '1:05'],
    [600, '10:00'],
    [3661, '61:01'],
  ])('shows %i seconds as %s', (seconds, shown) => {
    expect(clockOf(seconds)).toBe(shown);
  });
});

describe('the preview of a call', () => {
  it('is the summary where there is one', () => {
    expect(previewOf({ summary: 'Wants a quote.', preview: 'Hello' })).toBe('Wants a quote.');
  });

  it('is the first 100 characters of what was said otherwise', () => {
    expect(previewOf({ summary: null, preview: 'x'.repeat(250) })).toBe(`${'x'.repeat(100)}...`);
    expect(previewOf({ summary: '', preview: 'Hello' })).toBe('Hello...');
  });

  it('never cuts a character in two', () => {
    expect(previewOf({ preview: '🙂'.repeat(120) })).toBe(`${'🙂'.repeat(100)}...`);
  });
});
