import type { Column } from '../entities/column-types.ts';
import { type AnyEntity, entityOf } from '../entities/entities.ts';
import { invalidInput, quoted } from '../query/invalid-input.ts';

/** A column of an export: the noun's own, or of the row a to-one relation leads to. */
export interface Chosen {
  /** As the header has it: `name`, `customer.name`. */
  readonly name: string;
  readonly relation: string | null;
  readonly columnKey: string;
  readonly column: Column;
}

const own = (noun: AnyEntity, relation: string | null = null): readonly Chosen[] =>
  Object.entries(noun.columns).map(([columnKey, column]) => ({
    name: relation === null ? columnKey : `${relation}.${columnKey}`,
    relation,
    columnKey,
    column,
  }));

const relatedColumns = (noun: AnyEntity): readonly Chosen[] =>
  Object.entries(noun.toOne).flatMap(([relation, { entity: other }]) => own(entityOf(other), relation));

/** Whose row it is, by the username, as imports read it. */
const ownerColumn = (noun: AnyEntity): readonly Chosen[] => {
  const column = noun.toOne.owner && entityOf(noun.toOne.owner.entity).columns.username;
  return column ? [{ name: 'owner', relation: 'owner', columnKey: 'username', column }] : [];
};

/** The requested columns, in their order; all of the entity's own by default. */
export function chosenColumns(noun: AnyEntity, names: readonly string[] | null, relations: boolean): readonly Chosen[] {
  const ofNoun = [...own(noun), ...ownerColumn(noun)];
  if (names === null) return relations ? [...ofNoun, ...relatedColumns(noun)] : ofNoun;
  if (names.length === 0) invalidInput('columns', '`columns` names none; leave it out for all of them.');
  const known = new Map([...ofNoun, ...relatedColumns(noun)].map((each) => [each.name, each]));
  return names.map((name, at) => {
    if (names.indexOf(name) !== at) invalidInput('columns', `\`columns\` names ${name} twice.`);
    return (
      known.get(name) ??
      invalidInput('columns', `\`columns\` does not know ${quoted(name)}; ${noun.plural} have ${[...known.keys()].join(', ')}.`)
    );
  });
}
