import { describe, expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-05-20T12:00:00Z');
const second = 1_000;
const day = 86_400 * second;

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [59 * second, 'just now'],
    [60 * second, '1 minute ago'],
    [5 * 60 * second, '5 minutes ago'],
    [3_599 * second, '59 minutes ago'],
    [3_600 * second, '1 hour ago'],
    [day, '1 day ago'],
    [6 * day, '6 days ago'],
    [7 * day, '1 week ago'],
    [30 * day, '1 month ago'],
    [400 * day, '1 year ago'],
    [-30 * second, 'just now'],
  ])('%i ms back reads "%s"', (ago, words) => {
    expect(relativeTime(new Date(now - ago).toISOString(), now)).toBe(words);
  });
});
