import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const at = (path: string) => new URL(`../${path}`, import.meta.url);
const read = (path: string) => readFileSync(at(path), 'utf8');

const page = read('docs/conformance.md');
const rows = page
  .split('\n')
  .filter((line) => /^\| .+ \| `[^`]+` \| .+ \|$/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([sentence = '', location = '', test = '']) => {
    const [, file = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(test) ?? [];
    return { sentence, location: location.replaceAll('`', ''), test, file, name };
  });

/** Rows without a test may name a folder that does not exist yet. */
const tested = rows.filter(({ test }) => test !== '—');

const DEVIATION = /\*(?:Made true|More than asked)[:.]?\s?([^*]*)\*/;

const quotes = (name: string) => ["'", '"', '`'].map((mark) => `${mark}${name}${mark},`);

/** The source of one test, and of its file outside of tests: the text may be in a shared helper. */
function textOf(file: string, name: string): string {
  const parts = read(file).split(/\n(?=[ \t]*(?:it|describe)(?:\.each)?[(<])/);
  const isTest = (part: string) => /^[ \t]*it/.test(part);
  return parts.filter((part) => !isTest(part) || quotes(name).some((title) => part.includes(title))).join('\n');
}

const unescaped = (text: string) => text.replace(/\\(.)/g, '$1');

describe('docs/conformance.md', () => {
  it('names existing tests by their full title', () => {
    const missing = tested.filter(
      ({ file, name }) => !existsSync(at(file)) || name === '' || !quotes(name).some((title) => read(file).includes(title)),
    );
    expect(missing).toEqual([]);
  });

  it('names existing files and folders', () => {
    expect(tested.filter(({ location }) => !existsSync(at(location)))).toEqual([]);
  });

  it('quotes texts that the named test contains verbatim', () => {
    const missing = tested.flatMap(({ sentence, file, name }) => {
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

  it('has every sentence once in its section', () => {
    const sections = page.split('\n## ').map((section) => section.split('\n').filter((line) => /^\| (?!sentence|---)/.test(line)));
    expect(sections.map((lines) => lines.length - new Set(lines).size).filter(Boolean)).toEqual([]);
  });

  it('has correct totals', () => {
    const made = rows.filter(({ sentence }) => DEVIATION.test(sentence)).length;
    const totals = `| ${rows.length} | ${tested.length} | ${rows.length - tested.length} | ${made} |`;
    expect(page).toContain(totals);
  });
});
