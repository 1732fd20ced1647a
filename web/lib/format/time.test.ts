import { describe, expect, it } from 'vitest';
import { minutesAndSeconds, relativeTime, secondsOf } from './time.ts';

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
  ])('formats %i ms ago as "%s"', (ago, words) => {
    expect(relativeTime(new Date(now - ago).toISOString(), now)).toBe(words);
  });
});

it.each([
  [0, '0:00'],
  [9, '0:09'],
  [65, '1:05'],
  [600, '10:00'],
  [3_661, '61:01'],
])('formats %i seconds as %s', (seconds, written) => {
  expect(minutesAndSeconds(seconds)).toBe(written);
});

it.each([
  ['12:30', 750],
  [' 0:05 ', 5],
  ['1:02:30', 3_750],
  ['90:00', 5_400],
  ['12', null],
  ['12:60', null],
  ['12:3', null],
  ['', null],
  ['-1:00', null],
])('parses %j as %s seconds', (typed, seconds) => {
  expect(secondsOf(typed)).toBe(seconds);
});
