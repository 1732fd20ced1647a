/**
 * Transcripts as other programs write them, brought into the layout `readDialogue` reads: `[start - end] Name: words`, a line for each turn.
 * Every step looks at a line or two at a time, so that the longest call costs linear time.
 */

const CLOCK = '(?:\\d{1,2}:)?\\d{1,2}:[0-5]\\d(?:[.,]\\d{1,3})?';
const PERSON = "\\p{Lu}[\\p{L}\\p{M}\\d'’.-]{0,24}(?: (?:[\\p{L}\\d][\\p{L}\\p{M}\\d'’.-]{0,24}|\\([^()\\n]{1,40}\\))){0,4}";

/** The time line of a WebVTT or SRT cue, with WebVTT's settings behind it. */
const CUE = new RegExp(`^\\s*(${CLOCK})\\s+-->\\s+(${CLOCK})(?:\\s+[a-z]+:\\S+)*\\s*$`);
const VOICE = /^\s*<v(?:\.[\w.]+)?\s+([^<>]{1,80})>/i;
const TAG = /<\/?[a-z\d][^<>]{0,80}>/gi;
/** YouTube's captions mark another speaker with two arrows. */
const ARROWS = /^\s*(?:>>|&gt;&gt;|»)\s*/;
const SPOKEN_LABEL = new RegExp(`^(${PERSON}):\\s+`, 'u');

/** Cues of the same speaker are one turn unless they are further apart than so many seconds. */
const PAUSE = 3;

const secondsOf = (clock: string): number =>
  clock
    .replace(',', '.')
    .split(':')
    .reduce((total, part) => total * 60 + Number(part), 0);

interface Cue {
  readonly start: string;
  end: string;
  readonly who: string | null;
  readonly lines: string[];
}

/** WebVTT (Teams, Zoom, YouTube) and SRT: cues with a time line above. Null for any other text. */
function readSubtitles(text: string): string | null {
  if (!text.includes('-->')) return null;
  const cues: Cue[] = [];
  let current: Cue | null = null;
  let isFirstLine = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const times = CUE.exec(line);
    if (times) {
      current = { start: times[1] ?? '', end: times[2] ?? '', who: null, lines: [] };
      cues.push(current);
      isFirstLine = true;
      continue;
    }
    // Above the first cue are headings; a blank line ends a cue, and before the next one stands its number.
    if (line.trim() === '') current = null;
    if (current === null) continue;
    const voice = VOICE.exec(line)?.[1] ?? null;
    const words = line.replace(TAG, '').replace(ARROWS, '').trim();
    const label = voice === null && isFirstLine ? SPOKEN_LABEL.exec(words) : null;
    const who = voice ?? label?.[1] ?? null;
    if (who !== null && current.lines.length > 0) {
      current = { start: current.start, end: current.end, who, lines: [] };
      cues.push(current);
    } else if (who !== null) {
      current = { ...current, who };
      cues[cues.length - 1] = current;
    }
    const said = label ? words.slice(label[0].length) : words;
    if (said !== '') current.lines.push(said);
    isFirstLine = false;
  }
  if (cues.length === 0) return null;
  return cues
    .reduce<Cue[]>((turns, cue) => {
      const last = turns.at(-1);
      const isSame = last && (cue.who === null || cue.who === last.who) && secondsOf(cue.start) - secondsOf(last.end) <= PAUSE;
      if (isSame) {
        last.lines.push(...cue.lines);
        last.end = cue.end;
      } else if (cue.lines.length > 0) turns.push(cue);
      return turns;
    }, [])
    .map(({ start, end, who, lines }) => `[${start} - ${end}] ${who === null ? '' : `${who.trim()}: `}${lines.join(' ')}`)
    .join('\n');
}

/** Otter and Teams: a line with name and time, the words below it. */
const NAME_AND_TIME = new RegExp(`^\\s*(?:\\*\\*)?(${PERSON})(?:\\*\\*)?\\s{1,8}[[(]?(${CLOCK})[\\])]?\\s*$`, 'u');
/** Podcasts and some notes: `**Emma** [0:10] words`. */
const NAME_TIME_WORDS = new RegExp(`^\\s*\\*\\*(${PERSON})\\*\\*:?\\s{1,4}[[(](${CLOCK})[\\])]\\s*(?=\\S)`, 'u');

const isHeadLine = (line: string): boolean => NAME_AND_TIME.test(line) || NAME_TIME_WORDS.test(line);

/** Lines with a name and a time and no colon. Null where fewer than two are found. */
function readNamedTimes(text: string): string | null {
  const lines = text.split(/\r\n?|\n/);
  if (lines.filter(isHeadLine).length < 2) return null;
  return lines.map((line) => line.replace(NAME_AND_TIME, '[$2] $1:').replace(NAME_TIME_WORDS, '[$2] $1: ')).join('\n');
}

const PART_LABEL =
  '(?:(?:Sales |Support |Service )?(?:Agent|Rep|Representative)|Customer|Client|Caller|Prospect|Buyer|Advisor|Operator|AE|SDR|BDR|CSR|REP|Speaker ?\\d{1,2})';
/** A label of a part in the middle of a line, where a sentence has ended. */
const INNER_LABEL = new RegExp(`(?<=[.!?…"”'’)\\]]) {1,4}(?=${PART_LABEL}(?: ?\\([^()\\n]{1,40}\\))?:\\s)`, 'gi');
const STARTS_WITH_LABEL = new RegExp(`^[\\s>*_-]{0,8}${PART_LABEL}(?: ?\\([^()\\n]{1,40}\\))?:\\s`, 'i');
/** One capitalised name before a colon, where a sentence has ended. */
const INNER_NAME = /(?<=[.!?…"”]) {1,4}(?=(\p{Lu}\p{L}{1,20}(?: \p{Lu}\p{L}{1,20})?):\s)/gu;

/** A dialogue that lost its line ends: "Agent: Hello. Customer: Hi." Names count where each is met again. */
function splitLine(line: string, isWhole: boolean): string {
  if (STARTS_WITH_LABEL.test(line)) return line.replace(INNER_LABEL, '\n');
  const first = isWhole ? SPOKEN_LABEL.exec(line)?.[1] : undefined;
  if (first === undefined) return line;
  const names = new Map([[first, 1]]);
  for (const [, name = ''] of line.matchAll(INNER_NAME)) names.set(name, (names.get(name) ?? 0) + 1);
  const isTalk = names.size > 1 && (names.get(first) ?? 0) > 1;
  return isTalk ? line.replace(INNER_NAME, (space, name: string) => (names.get(name) === 1 && names.size > 2 ? space : '\n')) : line;
}

function readOneLine(text: string): string {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line.trim() !== '').length;
  return lines.map((line) => splitLine(line, filled === 1)).join('\n');
}

/** The same transcript in the layout that is read line by line; one that is in it already comes back as it is. */
export const normalizeLayout = (text: string): string => readSubtitles(text) ?? readNamedTimes(text) ?? readOneLine(text);
