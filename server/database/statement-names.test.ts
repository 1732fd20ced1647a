import { expect, it } from 'vitest';
import { statementNames } from './statement-names.ts';

it('gives a statement one name, and none once there are too many', () => {
  const name = statementNames(2);
  expect([name({ sql: 'a' }), name({ sql: 'b' }), name({ sql: 'a' }), name({ sql: 'c' }), name({ sql: 'b' })]).toEqual([
    'prisma_0',
    'prisma_1',
    'prisma_0',
    '',
    'prisma_1',
  ]);
});
