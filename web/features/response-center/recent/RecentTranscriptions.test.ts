import { describe, expect, it } from 'vitest';
import { previewOf } from './RecentTranscriptions.tsx';

describe('the preview of a call', () => {
  it('is the summary where there is one', () => {
    expect(previewOf({ summary: 'Wants a quote.', preview: 'Hello' })).toBe('Wants a quote.');
  });

  it('is the first 100 characters of the transcript otherwise', () => {
    expect(previewOf({ summary: null, preview: 'x'.repeat(250) })).toBe(`${'x'.repeat(100)}...`);
    expect(previewOf({ summary: '', preview: 'Hello' })).toBe('Hello...');
  });

  it('never splits a character', () => {
    expect(previewOf({ preview: '🙂'.repeat(120) })).toBe(`${'🙂'.repeat(100)}...`);
  });
});
