const ABBREVIATION =
  /(?:\b(?:mr|mrs|ms|dr|prof|st|vs|approx|incl|inc|ltd|co|corp|e\.g|i\.e|etc|tel|ref|art|min|max|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)|\b[a-hj-z]|\.[a-z])\.$/i;
// "No." is an answer, unless a number follows.
const BEFORE_NUMBER = /\b(?:no|nr)\.$/i;
const BULLET = /^(?:[-*•–—]|\(?\d{1,2}[.)]|\(?[a-h][.)])\s+/;
const SENTENCE_LIMIT = 400;

/** Whether a line is an entry of a list, and its text without the mark. */
export const bulletText = (line: string): string | null => (BULLET.test(line) ? line.replace(BULLET, '') : null);

// A mail wrapped at 72 columns continues on the next line in lower case; a list entry or a heading does not.
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const before = lines.at(-1);
    const continues = before !== undefined && before.length > 40 && !/[.!?:;,]$/.test(before) && /^\p{Ll}/u.test(line);
    if (continues) lines[lines.length - 1] = `${before} ${line}`;
    else lines.push(line);
  }
  return lines;
}

// Looked for only where a run of marks begins: from each mark of a long one anew, it would take its square of the time.
const STOP = /(?<![.!?…])[.!?…]+["')\]]*(?=\s|$)/g;

function sentencesOfLine(line: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (const end of line.matchAll(STOP)) {
    const stop = end.index + end[0].length;
    const sentence = line.slice(start, stop).trim();
    const abbreviated = ABBREVIATION.test(sentence) || (BEFORE_NUMBER.test(sentence) && /^\s*#?\d/.test(line.slice(stop)));
    if (abbreviated && stop < line.length) continue;
    if (sentence !== '') found.push(sentence);
    start = stop;
  }
  const rest = line.slice(start).trim();
  return rest === '' ? found : [...found, rest];
}

const worthReading = (sentence: string) => /[\p{L}\p{N}?]|\p{Extended_Pictographic}/u.test(sentence);

/** The sentences of a text in order; each entry of a list is a sentence of its own. The first few hundred are enough to answer anybody; who counts a call reads on. */
export const sentencesOf = (text: string, limit = SENTENCE_LIMIT): string[] =>
  logicalLines(text)
    .flatMap((line) => sentencesOfLine(bulletText(line) ?? line))
    .filter(worthReading)
    .slice(0, limit);
