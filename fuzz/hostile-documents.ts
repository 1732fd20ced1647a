import type { Random } from './random.ts';

const many = (count: number, part: (at: number) => string, separator = ' '): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(separator);

/** Documents that are long, deep, wide or unterminated, by their defect. */
const DOCUMENTS: ReadonlyArray<(random: Random, size: number) => string> = [
  (_random, size) => `${'#\n'.repeat(size * 10)}{ workspace { companyName } }`,
  (_random, size) => `{ workspace { companyName } } #${'x'.repeat(size * 20)}`,
  (_random, size) => `{ ${'workspace { companyName } '.repeat(size)} }`,
  (_random, size) => `{ ${many(size, (at) => `a${at}: workspace { companyName }`)} }`,
  (_random, size) => `{ ${many(Math.min(size, 490), () => 'workspace { companyName }')} }`,
  (_random, size) => `${'{ a'.repeat(size)}${'}'.repeat(size)}`,
  (_random, size) =>
    `{ leads { nodes { ${'customer { leads { nodes { '.repeat(Math.min(size, 40))}id${' } } }'.repeat(Math.min(size, 40))} } } }`,
  (_random, size) => `query(${many(size, (at) => `$v${at}: Int`, ', ')}) { workspace { companyName } }`,
  (_random, size) => `{ workspace { companyName ${'@include(if: true) '.repeat(size)} } }`,
  (_random, size) => `{ workspace { companyName ${many(size, (at) => `@unknown${at}`)} } }`,
  () => '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
  (_random, size) =>
    `{ ...F0 } ${many(size, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)} fragment F${size} on Query { __typename }`,
  (_random, size) => `{ ...F } fragment F on Query { ${many(size, () => '...F')} }`,
  (_random, size) => `{ leads(where: { or: [${many(size, () => '{ notes: { contains: "a" } }')}] }) { totalCount } }`,
  (_random, size) => `{ leads(where: { ${'not: { '.repeat(size)}id: { eq: "x" }${' }'.repeat(size)} }) { totalCount } }`,
  (_random, size) => `{ leads(first: ${'9'.repeat(size)}) { totalCount } }`,
  (_random, size) => `{ search(query: "${'\\u0000'.repeat(size)}") { __typename } }`,
  (_random, size) => `{ search(query: """${'\n \\""" '.repeat(size)}""") { __typename } }`,
  (_random, size) =>
    `{ __schema { types { ${'fields { type { fields { '.repeat(Math.min(size, 15))}name${' } } }'.repeat(Math.min(size, 15))} } } }`,
  () => '{ __schema { types { name fields { name args { name type { name ofType { name } } } } } } }',
  (_random, size) => many(size, (at) => `query Q${at} { workspace { companyName } }`),
  (_random, size) => `{ ${'x'.repeat(size * 10)} }`,
  (_random, size) => `subscription { ${many(Math.min(size, 200), (at) => `s${at}: pipelineChanged { cursor }`)} }`,
  (_random, size) => `mutation { ${many(Math.min(size, 30), (at) => `m${at}: createLead(input: { name: "Fuzz ${at}" }) { __typename }`)} }`,
  () => 'query ($f: LeadOrderField = name) { leads(orderBy: [{ field: $f }]) { nodes { id } } }',
  (_random, size) => `type Query { ${many(size, (at) => `f${at}: Int`)} }`,
  (_random, size) => `\uFEFF${'\u2028'.repeat(size)}{ __typename }`,
  (random, size) =>
    many(size, () =>
      random.pick(['{', '}', '(', ')', '[', ']', '$a', ':', '!', '|', '=', '@b', '...', '"c"', '1.5e3', 'on', 'query', '&']),
    ),
];

/** A hostile document; half of them are small, the others as large as the limit of a body. */
export const hostileDocument = (random: Random): string => {
  const [first, ...others] = DOCUMENTS;
  if (!first) return '';
  return random.pick([first, ...others])(random, random.pick([5, 50, 400, 2_000, 10_000]));
};
