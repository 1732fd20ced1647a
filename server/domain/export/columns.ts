import { type AnyNoun, nounOf } from '../nouns/all.ts';
import type { Column } from '../nouns/kinds.ts';
import { quoted, refuse } from '../query/refuse.ts';

/** A column of an export: the noun's own, or of the row a to-one relation leads to. */
export interface Chosen {
  /** As the header has it: `name`, `customer.name`. */
  readonly name: string;
  readonly relation: string | null;
  readonly columnKey: string;
  readonly column: Column;
}

const own = (noun: AnyNoun, relation: string | null = null): readonly Chosen[] =>
  Object.entries(noun.columns).map(([columnKey, column]) => ({
    name: relation === null ? columnKey : `${relation}.${columnKey}`,
    relation,
    columnKey,
    column,
  }));

const theirs = (noun: AnyNoun): readonly Chosen[] =>
  Object.entries(noun.one).flatMap(([relation, { noun: other }]) => own(nounOf(other), relation));

/** The columns that were asked for, in their order; all of the noun's own where none were. */
export function chosenColumns(noun: AnyNoun, names: readonly string[] | null, relations: boolean): readonly Chosen[] {
  if (names === null) return relations ? [...own(noun), ...theirs(noun)] : own(noun);
  if (names.length === 0) refuse('columns', '`columns` names none; leave it out for all of them.');
  const known = new Map([...own(noun), ...theirs(noun)].map((each) => [each.name, each]));
  return names.map((name, at) => {
    if (names.indexOf(name) !== at) refuse('columns', `\`columns\` names ${name} twice.`);
    return (
      known.get(name) ??
      refuse('columns', `\`columns\` does not know ${quoted(name)}; ${noun.plural} have ${[...known.keys()].join(', ')}.`)
    );
  });
}
