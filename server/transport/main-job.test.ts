import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const PIPELINE_CHANGED = `subscription ($after: EventCursor) {
  pipelineChanged(after: $after) { cursor kind from to actor { displayName } lead { id name stage } columns { stage count value } }
}`;

describe('the main job', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('moves a lead and publishes the change to every subscriber of the board', async () => {
    const ada = await app.signUp('ada');
    const grace = await app.signUp('grace');
    const { body } = await ada.rest.post('/api/leads', { name: 'Jo March', value: '1250' });
    expect(body).toMatchObject({ name: 'Jo March', stage: 'leads', value: '1250.00', source: 'website' });
    const { id } = body as { id: string };

    const changes = grace.subscribe(PIPELINE_CHANGED, { after: '0' });
    expect(await changes.next()).toMatchObject({ pipelineChanged: { kind: 'created', lead: { id, name: 'Jo March' } } });
    await ada.rest.put(`/api/leads/${id}/stage`, { stage: 'won' });
    expect(await changes.next()).toMatchObject({
      pipelineChanged: {
        kind: 'moved',
        from: 'leads',
        to: 'won',
        actor: { displayName: 'ada' },
        lead: { id, stage: 'won' },
        columns: [
          { stage: 'leads', count: 0, value: '0.00' },
          { stage: 'won', count: 1, value: '1250.00' },
        ],
      },
    });
    changes.stop();
  });
});
