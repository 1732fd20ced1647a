import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

describe('an invalid export request', () => {
  it.each([
    [{}, /^`noun` is one of lead, customer/],
    [{ noun: 'user' }, /^`noun` is one of lead/],
    [{ noun: 'lead', format: 'xlsx' }, '`format` is one of csv, jsonl.'],
    [{ noun: 'lead', where: '{' }, '`where` is not valid JSON.'],
    [{ noun: 'lead', where: { stage: { eq: 'lost' } } }, /^`where.stage.eq`: Value "lost" does not exist in "LeadStage" enum/],
    [{ noun: 'lead', where: { nme: { eq: 'x' } } }, /^`where`: Field "nme" is not defined by type "LeadWhere"/],
    [{ noun: 'lead', where: 5 }, /^`where`: /],
    [{ noun: 'lead', orderBy: [{ field: 'shoe' }] }, /^`orderBy.0.field`: /],
    [{ noun: 'lead', columns: 'name,shoe' }, /^`columns` does not know "shoe"; leads have id, /],
    [{ noun: 'lead', columns: 'name,name' }, '`columns` names name twice.'],
    [{ noun: 'lead', colums: 'name' }, /^An export has no argument "colums"; it has noun, format/],
    [{ noun: 'lead', bom: 'perhaps' }, '`bom` is 1 or 0.'],
    [{ noun: 'lead', groups: [] }, /^`groups` is an object such as/],
    [{ noun: 'lead', groups: { by: [{ field: 'createdAt' }] } }, /^`by` puts createdAt into buckets/],
    [
      { noun: 'lead', groups: { by: [{ field: 'stage' }], numbers: [{ of: 'SUM', field: 'name' }] } },
      '`field`: SUM cannot be of "name", only of value.',
    ],
    [{ noun: 'lead', groups: { by: [], limit: 3 } }, /^`groups` has no argument "limit"/],
    [{ noun: 'lead', groups: { by: [] }, where: {} }, /^With `groups`, say `where`/],
  ])('such as %j is refused: %s', async (question, message) => {
    const address = new URLSearchParams(
      Object.entries(question).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
    const byAddress = await ada.rest.get(`/export?${address}`);
    const byBody = await ada.rest.post('/export', question);
    for (const { status, body } of [byAddress, byBody]) {
      expect(status).toBe(400);
      expect(Object(body).message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    }
  });
});
