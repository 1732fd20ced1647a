import { type FieldNode, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { isNodeFieldSelected } from './is-node-field-selected.ts';

/** The field of a document’s query, with all fragments there are. */
function infoOf(query: string): Parameters<typeof isNodeFieldSelected>[1] {
  const { definitions } = parse(query);
  const fieldNodes = definitions
    .flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION ? each.selectionSet.selections : []))
    .filter((selection): selection is FieldNode => selection.kind === Kind.FIELD);
  const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  return { fieldNodes, fragments: Object.fromEntries(fragments.map((each) => [each.name.value, each])) };
}

describe('isNodeFieldSelected finds the customers of a list of leads', () => {
  it.each([
    ['in nodes', '{ leads { nodes { customer { id } } } }'],
    ['in edges', '{ leads { edges { cursor node { customer { id } } } } }'],
    ['under another name', '{ newest: leads { rows: nodes { name: id buyer: customer { id } } } }'],
    ['in the second of two selections', '{ leads { nodes { id } } leads { nodes { customer { id } } } }'],
    ['in the second of two lists of nodes', '{ leads { nodes { id } totalCount nodes { customer { id } } } }'],
    [
      'in a fragment of a fragment',
      '{ leads { ...A } } fragment A on LeadConnection { nodes { ...B } } fragment B on Lead { customer { id } }',
    ],
    ['in fragments without a name', '{ leads { ... { nodes { ... on UpdateLeadResult { ... on Lead { customer { id } } } } } } }'],
    ['on a condition', 'query ($who: Boolean!) { leads { nodes { customer @include(if: $who) { id } } } }'],
  ])('%s', (_where, query) => {
    expect(isNodeFieldSelected('customer', infoOf(query))).toBe(true);
  });

  it.each([
    ['a list of their names', '{ leads { nodes { id name metrics { revenue } } totalCount pageInfo { endCursor } } }'],
    ['something else by that name', '{ leads { nodes { customer: name } customer: totalCount } }'],
    ['what stands deeper', '{ leads { nodes { transcriptions { nodes { customer { id } } } } } }'],
    ['a fragment that is not spread', '{ leads { nodes { id } } } fragment A on Lead { customer { id } }'],
  ])('but not by %s', (_what, query) => {
    expect(isNodeFieldSelected('customer', infoOf(query))).toBe(false);
  });

  it('which is found once, however often fragments are spread in one another', () => {
    const chain = Array.from({ length: 60 }, (_, at) => `fragment F${at} on Lead { ...F${at + 1} ...F${at + 1} }`);
    const query = `{ leads { nodes { ...F0 } } } ${chain.join(' ')} fragment F60 on Lead { customer { id } }`;
    expect(isNodeFieldSelected('customer', infoOf(query))).toBe(true);
  });
});
