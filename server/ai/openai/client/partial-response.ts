const ESCAPES = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Decodes the inside of a JSON string a character at a time, wherever it is cut. */
function stringDecoder() {
  let text = '';
  let pending = '';

  return {
    /** True when this character closed the string. */
    push(char: string): boolean {
      if (pending === '') {
        if (char === '"') return true;
        if (char === '\\') pending = char;
        else text += char;
      } else if (pending === '\\' && char !== 'u') {
        text += ESCAPES.get(char) ?? char;
        pending = '';
      } else {
        pending += char;
        if (pending.length === 6) {
          text += String.fromCharCode(Number.parseInt(pending.slice(2), 16));
          pending = '';
        }
      }
      return false;
    },
    complete: () => text,
    /** The text so far, without the first half of a pair whose second half is still to come. */
    partial: () => (text.at(-1)?.match(/[\uD800-\uDBFF]/) ? text.slice(0, -1) : text),
  };
}

/**
 * Reads one top-level string of a JSON object while the object is still arriving, so that a reply can be shown as it is written.
 * Whatever stands before the object (a code fence, a model thinking aloud) is passed over.
 */
export function partialResponse(field = 'response') {
  let prelude = '';
  let depth = 0;
  let done = false;
  let awaitingKey = false;
  let key = '';
  let string: ReturnType<typeof stringDecoder> | null = null;
  let value: ReturnType<typeof stringDecoder> | null = null;

  const beforeObject = (char: string) => {
    if (char === '{' && prelude.lastIndexOf('<think>') <= prelude.lastIndexOf('</think>')) {
      depth = 1;
      awaitingKey = true;
    } else prelude += char;
  };

  const insideString = (char: string) => {
    if (!string?.push(char)) return;
    if (depth === 1 && awaitingKey) key = string.complete();
    if (string === value) done = true;
    string = null;
  };

  const betweenStrings = (char: string) => {
    if (char === '"') {
      string = stringDecoder();
      if (depth === 1 && !awaitingKey && key === field) value = string;
    } else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      done = depth === 0;
    } else if (depth === 1 && (char === ',' || char === ':')) awaitingKey = char === ',';
  };

  const push = (char: string) => {
    if (depth === 0) beforeObject(char);
    else if (string) insideString(char);
    else betweenStrings(char);
  };

  /** Takes the next chunk; returns the field's text so far. */
  return (chunk: string): string => {
    for (let at = 0; at < chunk.length && !done; at += 1) push(chunk.charAt(at));
    if (value === null) return '';
    return done ? value.complete() : value.partial();
  };
}
