import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const at = (path: string) => new URL(`../${path}`, import.meta.url);
const read = (path: string) => readFileSync(at(path), 'utf8');

const page = read('docs/conformance.md');
const rows = page
  .split('\n')
  .filter((line) => /^\| .+ \| `[^`]+` \| .+ \|$/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([sentence = '', place = '', test = '']) => {
    const [, file = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(test) ?? [];
    return { sentence, place: place.replaceAll('`', ''), test, file, name };
  });

/** Rows of a screen that is being built may name a folder that is not there yet, as long as they name no test. */
const held = rows.filter(({ test }) => test !== '—');

const DEVIATION = /\*(?:Made true|More than asked)[:.]?\s?([^*]*)\*/;

const quotes = (name: string) => ["'", '"', '`'].map((mark) => `${mark}${name}${mark},`);

/** The text of one test, with what its file says outside of tests: words may stand in a function both share. */
function textOf(file: string, name: string): string {
  const parts = read(file).split(/\n(?=[ \t]*(?:it|describe)(?:\.each)?[(<])/);
  const isTest = (part: string) => /^[ \t]*it/.test(part);
  return parts.filter((part) => !isTest(part) || quotes(name).some((title) => part.includes(title))).join('\n');
}

const unescaped = (text: string) => text.replace(/\\(.)/g, '$1');

describe('the page of conformance', () => {
  it('names tests that exist, by their whole title, in files that exist', () => {
    const gone = held.filter(
      ({ file, name }) => !existsSync(at(file)) || name === '' || !quotes(name).some((title) => read(file).includes(title)),
    );
    expect(gone).toEqual([]);
  });

  it('names places that exist', () => {
    expect(held.filter(({ place }) => !existsSync(at(place)))).toEqual([]);
  });

  it('quotes texts that the named test has word for word', () => {
    const missing = held.flatMap(({ sentence, file, name }) => {
      const text = unescaped(textOf(file, name));
      const quoted = [...sentence.replace(DEVIATION, '').matchAll(/“([^”]+)”/g)].map(([, words = '']) => words);
      return quoted.filter((words) => !text.includes(words)).map((words) => `${words} — ${file} › ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('gives a reason for every deviation', () => {
    const unexplained = rows.filter(({ sentence }) => sentence.includes('*') && (DEVIATION.exec(sentence)?.[1] ?? '').length < 15);
    expect(unexplained).toEqual([]);
  });

  it('says every sentence once in its section', () => {
    const sections = page.split('\n## ').map((section) => section.split('\n').filter((line) => /^\| (?!sentence|---)/.test(line)));
    expect(sections.map((lines) => lines.length - new Set(lines).size).filter(Boolean)).toEqual([]);
  });

  it('counts itself right', () => {
    const made = rows.filter(({ sentence }) => DEVIATION.test(sentence)).length;
    const totals = `| ${rows.length} | ${held.length} | ${rows.length - held.length} | ${made} |`;
    expect(page).toContain(totals);
  });
});
