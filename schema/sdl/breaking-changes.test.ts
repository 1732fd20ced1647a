import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { releaseProblems } from './breaking-changes.ts';

const schema = (lead: string) => buildSchema(`type Query { lead(id: ID!, first: Int): Lead } type Lead { ${lead} }`);
const released = schema('name: String! email: String');
const REMOVED = 'Lead.email was removed.';

it.each([
  ['nothing changed', 'name: String! email: String', {}, []],
  ['something is new', 'name: String! email: String phone: String', {}, []],
  ['something is deprecated', 'name: String! email: String @deprecated(reason: "Use phone.")', {}, []],
  ['something is gone', 'name: String!', {}, [`Breaking change: ${REMOVED}`]],
  ['something is gone for a reason', 'name: String!', { [REMOVED]: 'Nobody may read it.' }, []],
  ['the reason is missing', 'name: String!', { [REMOVED]: ' ' }, [`Acknowledged without a reason: ${REMOVED}`]],
  [
    'it was not gone after all',
    'name: String! email: String',
    { [REMOVED]: 'Nobody may read it.' },
    [`Acknowledged, but does not break: ${REMOVED}`],
  ],
  ['something may now be null', 'name: String email: String', {}, ['Breaking change: Lead.name changed type from String! to String.']],
])('reports the problems when %s', (_what, lead, acknowledged, expected) => {
  expect(releaseProblems(released, schema(lead), acknowledged)).toEqual(expected);
});
