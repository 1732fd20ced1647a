import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const CHANGES = `subscription ($after: EventCursor) { emailTemplatesChanged(after: $after) { kind id actor { username } emailTemplate { name usageCount } counts { type count } } }`;
const FORM = { name: 'Hello', subject: 'Hi {{first_name}}', body: 'Dear {{customer_name}}', type: 'quote' };

describe('templates', () => {
  it('that one person makes, uses, deletes and restores are followed by another', async () => {
    const [ada, grace] = [await app.signUp('ada'), await app.signUp('grace')];
    const { data } = await grace.graph('{ emailTemplates { eventCursor } }');
    const changes = grace.subscribe(CHANGES, { after: Object(data?.emailTemplates).eventCursor });
    const customerId = idOf((await ada.rest.post('/api/customers', { name: 'Jo March' })).body);
    const made = await ada.graph(
      'mutation ($input: EmailTemplateInput!) { createEmailTemplate(input: $input) { ... on EmailTemplate { id variables } } }',
      { input: FORM },
    );
    const id = idOf(made.data?.createEmailTemplate);
    const expectChange = async (kind: string, emailTemplate: object | null, quotes: number) => {
      const { emailTemplatesChanged: change } = await changes.next();
      expect(change).toMatchObject({ kind, id, actor: { username: 'ada' }, emailTemplate });
      expect(Object(change).counts[2]).toEqual({ type: 'quote', count: quotes });
    };
    await expectChange('created', { name: 'Hello', usageCount: 0 }, 1);

    const used = await ada.graph(
      `mutation ($id: ID!, $customerId: ID!) {
        personalizeEmail(id: $id, customerId: $customerId) {
          ... on PersonalizedEmail { subject body template { usageCount } customer { name } }
        }
      }`,
      { id, customerId },
    );
    expect(used.data?.personalizeEmail).toEqual({
      subject: 'Hi Jo',
      body: 'Dear Jo March',
      template: { usageCount: 1 },
      customer: { name: 'Jo March' },
    });
    await expectChange('updated', { name: 'Hello', usageCount: 1 }, 1);

    const act = (name: string) => ada.graph(`mutation ($id: ID!) { ${name}(id: $id) { __typename ... on EmailTemplate { id } } }`, { id });
    await act('deleteEmailTemplate');
    await expectChange('deleted', null, 0);
    expect((await grace.graph('query ($id: ID!) { emailTemplate(id: $id) { id } }', { id })).data).toEqual({ emailTemplate: null });
    await act('restoreEmailTemplate');
    await expectChange('created', { name: 'Hello', usageCount: 1 }, 1);
    changes.stop();
  });

  it('are filtered by type', async () => {
    const ada = await app.signUp('iris');
    const QUERY =
      '{ quotes: emailTemplates(type: quote) { totalCount nodes { name } } others: emailTemplates(type: support) { totalCount } }';
    expect((await ada.graph(QUERY)).data).toEqual({ quotes: { totalCount: 1, nodes: [{ name: 'Hello' }] }, others: { totalCount: 0 } });
  });

  it('say what is wrong with them', async () => {
    const ada = await app.signUp('linus');
    const CREATE = `mutation ($input: EmailTemplateInput!) {
      createEmailTemplate(input: $input) { ... on Invalid { message issues { path } } }
    }`;
    const { data } = await ada.graph(CREATE, { input: { ...FORM, name: ' ', body: '' } });
    expect(data?.createEmailTemplate).toEqual({
      message: 'Please fill in all required fields',
      issues: [{ path: 'name' }, { path: 'body' }],
    });
  });

  it('are proposed from a reply, which must be there', async () => {
    const ada = await app.signUp('barbara');
    const PROPOSE = `query ($id: ID!, $text: String!) {
      templateFromReply(replyId: $id, text: $text) { ... on ProposedTemplate { body variables type } ... on Failure { message } }
    }`;
    const id = idOf((await ada.rest.post('/api/ai/generate-response', { customerRequest: 'It leaks.', responseType: 'support' })).body);
    expect((await ada.graph(PROPOSE, { id, text: 'Hi Jo,\n\nclose the valve.' })).data?.templateFromReply).toEqual({
      body: 'Hi {{first_name}},\n\nclose the valve.',
      variables: ['first_name'],
      type: 'support',
    });
    expect((await ada.graph(PROPOSE, { id: 'nothing', text: 'Hi' })).data?.templateFromReply).toEqual({ message: 'Response not found' });
    expect((await ada.graph(PROPOSE, { id, text: ' ' })).data?.templateFromReply).toEqual({
      message: 'Please fill in all required fields',
    });
  });
});
