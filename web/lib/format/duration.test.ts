import { expect, it } from 'vitest';
import { minutesAndSeconds, secondsOf } from './duration.ts';

it.each([
  [0, '0:00'],
  [9, '0:09'],
  [65, '1:05'],
  [600, '10:00'],
  [3_661, '61:01'],
])('writes %i seconds as %s', (seconds, written) => {
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
])('reads %j as %s seconds', (typed, seconds) => {
  expect(secondsOf(typed)).toBe(seconds);
});
