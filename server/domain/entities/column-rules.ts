import { z } from 'zod';
import { TEXT_LIMITS } from '#contract/limits.ts';
import { isId, optionalLine, optionalMoney, required, typed } from '#contract/text.ts';
import type { Column } from './column-types.ts';
import type { AnyEntity } from './entities.ts';
import { labelOf } from './entity-schema.ts';

/** The rule for values of a column that no form has a rule of its own for. */
function ruleOf(name: string, column: Column): z.ZodType {
  const { kind, nullable, enumType } = column;
  const rule = (value: z.ZodType) => (nullable ? value.nullable() : value);
  switch (kind) {
    case 'enum':
      return rule(z.enum(enumType?.values ?? [], `Unknown ${labelOf(name, column).toLowerCase()}`));
    case 'longText':
      return nullable ? longText.nullish().transform((text) => text || null) : longText;
    case 'money':
    case 'decimal':
      return optionalMoney;
    case 'int':
    case 'sequence':
      return rule(z.int());
    case 'float':
      return rule(z.number());
    case 'boolean':
      return rule(z.boolean());
    case 'timestamp':
      return rule(z.union([z.date(), z.iso.datetime({ offset: true }).transform((text) => new Date(text))], 'Must be a date and time'));
    case 'id':
      return rule(z.string('Must be an id').min(1, 'Must be an id').refine(isId, 'Must be an id'));
    default:
      return nullable ? optionalLine : required(TEXT_LIMITS.line, `${labelOf(name, column)} is required`);
  }
}

const longText = typed(TEXT_LIMITS.note);

/** A form's rules, and those of the entity's other columns that the mutation, or an import, sets. */
export function withColumnRules<Form extends z.ZodObject>(form: Form, entity: AnyEntity, use: 'create' | 'update' | 'import') {
  const others = Object.entries(entity.columns).filter(
    ([name, column]) => !(name in form.shape) && (use === 'import' ? column.import !== undefined : column.writable?.includes(use)),
  );
  const rules = Object.fromEntries(
    others.map(([name, column]) => {
      const isRequired = use === 'create' && !column.nullable && column.default === undefined;
      return [name, isRequired ? ruleOf(name, column) : ruleOf(name, column).optional()];
    }),
  );
  const rest: z.ZodType<object> = z.object(rules);
  return z.intersection(form, rest);
}
