import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const at = (path: string) => new URL(`../${path}`, import.meta.url);
const read = (path: string) => readFileSync(at(path), 'utf8');

const rows = read('docs/conformance.md')
  .split('\n')
  .filter((line) => /^\| .+ \| `[^`]+` \| .+ \|$/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([sentence = '', place = '', test = '']) => ({ sentence, place: place.replaceAll('`', ''), test }));

/** Rows of a screen that is being built may name a folder that is not there yet, as long as they name no test. */
const held = rows.filter(({ test }) => test !== '—');

describe('the page of conformance', () => {
  it('names tests that exist, in files that exist', () => {
    const gone = held.filter(({ test }) => {
      const [, file = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(test) ?? [];
      return !existsSync(at(file)) || name === '' || !read(file).includes(name);
    });
    expect(gone).toEqual([]);
  });

  it('names places that exist', () => {
    expect(held.filter(({ place }) => !existsSync(at(place)))).toEqual([]);
  });

  it('counts itself right', () => {
    const made = rows.filter(({ sentence }) => /\*(Made true|More than asked)/.test(sentence)).length;
    const totals = `| ${rows.length} | ${held.length} | ${rows.length - held.length} | ${made} |`;
    expect(read('docs/conformance.md')).toContain(totals);
  });
});
