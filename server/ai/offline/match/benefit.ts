import type { Passage } from './passages.ts';

const BENEFIT =
  /\b(?:included|includes|free|no (?:setup|extra|hidden|long|credit|charge|contract|minimum)|without|save[sd]?|any ?time|certified|guarantee[ds]?|one click|same machine|covers|every plan|faster|easier|keep|\d+ ?% (?:off|less|more)|24\/7|same[- ]day)\b/i;

/** One more sentence worth telling a buyer, from the items the reply already stands on and about nothing they did not mention. Null when there is none. */
export function benefitFrom(passages: readonly Passage[], items: readonly string[], said: string, names: readonly string[]): string | null {
  const known = names.map((name) => name.toLowerCase());
  const isTheirs = (passage: Passage) =>
    passage.names.every((name) => known.some((one) => one.includes(name.toLowerCase()) || name.toLowerCase().includes(one)));
  const fits = (passage: Passage) =>
    items.includes(passage.item) &&
    !said.includes(passage.text) &&
    BENEFIT.test(passage.text) &&
    !passage.isStep &&
    passage.text.length <= 160 &&
    isTheirs(passage);
  return passages.find((passage) => fits(passage) && !/^(?:it|this|that|they|these|then|if)\b/i.test(passage.text))?.text ?? null;
}
