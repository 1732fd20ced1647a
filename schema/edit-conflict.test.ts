import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
let grace: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  grace = await app.signUp('grace');
});
afterAll(() => app.close());

const CONFLICT = '__typename ... on Failure { message } ... on EditConflict { updatedAt updatedBy { displayName } }';

describe.each([
  ['updateLead', 'Lead', 'LeadChangesInput', '/api/leads', { name: 'Jo' }, { company: 'Acme' }],
  ['updateCustomer', 'Customer', 'CustomerChangesInput', '/api/customers', { name: 'Jo' }, { company: 'Acme' }],
  [
    'updateEmailTemplate',
    'EmailTemplate',
    'EmailTemplateChangesInput',
    '/api/email-templates',
    { name: 'A', subject: 'B', body: 'C', type: 'quote' },
    { subject: 'Dear' },
  ],
  [
    'updateTrainingItem',
    'TrainingItem',
    'TrainingItemChangesInput',
    '/api/ai/training-data',
    { title: 'A', content: 'B', category: 'knowledge' },
    { title: 'C' },
  ],
  [
    'updateTranscription',
    'Transcription',
    'TranscriptionChangesInput',
    '/api/transcriptions',
    { content: 'Rep: Hi.' },
    { priority: 'high' },
  ],
] as const)('%s', (field, type, input, path, row, changes) => {
  const [changed] = Object.keys(changes);
  const document = `mutation ($id: ID!, $input: ${input}!, $at: DateTime) {
    answer: ${field}(id: $id, input: $input, ifUpdatedAt: $at) {
      ${CONFLICT} ... on ${type} { updatedAt ${changed} } ... on ${type}EditConflict { current { id ${changed} } }
    }
  }`;

  it('returns the current row and its last editor when the loaded version is out of date', async () => {
    const { body } = await ada.rest.post(path, row);
    const [id, loadedAt] = [idOf(body), Object(body).updatedAt];
    const save = async (who: Caller, at: string | null) => Object((await who.graph(document, { id, input: changes, at })).data).answer;
    const saved = await save(grace, loadedAt);
    expect(saved).toEqual({ __typename: type, updatedAt: expect.any(String), ...changes });
    expect(await save(ada, loadedAt)).toEqual({
      __typename: `${type}EditConflict`,
      message: expect.stringMatching(/^grace changed this \w+ after you loaded it\. Your changes were not saved\.$/),
      updatedAt: saved.updatedAt,
      updatedBy: { displayName: 'grace' },
      current: { id, ...changes },
    });
    expect(await save(ada, saved.updatedAt)).toMatchObject({ __typename: type });
    expect(await save(ada, null)).toMatchObject({ __typename: type });
  });
});

it('moveLead accepts the precondition as well', async () => {
  const { body } = await ada.rest.post('/api/leads', { name: 'Jo' });
  const move = `mutation ($id: ID!, $at: DateTime) {
    moveLead(id: $id, stage: quoted, ifUpdatedAt: $at) { ${CONFLICT} ... on LeadEditConflict { current { stage } } }
  }`;
  const { data } = await ada.graph(move, { id: idOf(body), at: '2020-01-01T00:00:00Z' });
  expect(data).toMatchObject({
    moveLead: { __typename: 'LeadEditConflict', updatedBy: { displayName: 'ada' }, current: { stage: 'leads' } },
  });
});
