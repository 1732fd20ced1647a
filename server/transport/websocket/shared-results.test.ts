import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reader } from '#domain/viewer.ts';
import { addLead, BOARD_CHANGED } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { type LiveEndpoint, openLiveEndpoint } from '#server/testing/live/live-endpoint.ts';
import { connectSocket, type TestSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const USERS = 4;
const SOCKETS = 50;

describe('one change for many listeners', () => {
  let app: TestApp;
  let endpoint: LiveEndpoint;
  let callers: readonly Caller[];
  /** How often an answer read the lead. */
  let reads = 0;
  beforeEach(async () => {
    app = await createTestApp();
    callers = await Promise.all(Array.from({ length: USERS }, (_, index) => app.signUp(`person${index}`)));
    const { services } = app.container;
    const counted = {
      ...services.leads,
      find: (reader: Reader, id: string) => {
        reads += 1;
        return services.leads.find(reader, id);
      },
      findMany: (reader: Reader, ids: readonly string[]) => {
        reads += 1;
        return services.leads.findMany(reader, ids);
      },
    };
    endpoint = await openLiveEndpoint(app, { services: { ...services, leads: counted } });
    reads = 0;
  });
  afterEach(async () => {
    await endpoint.close();
    await app.close();
  });

  const connectAll = async (count: number) =>
    (
      await Promise.all(
        callers.map((person) => Promise.all(Array.from({ length: count }, () => connectSocket(endpoint.url, { cookie: person.cookie() })))),
      )
    ).flat();
  const ada = () => callers[0] ?? app.anonymous();
  const listening = (count: number) => expect.poll(app.container.subscriberCount, { timeout: 5_000 }).toBe(count);
  const framesOf = (client: TestSocket, id: string) => client.frames.filter((frame) => frame.startsWith(`{"id":"${id}","type":"next"`));

  it('is answered once, and 200 sockets of several people get the same bytes', async () => {
    const clients = await connectAll(SOCKETS);
    for (const client of clients) client.execute('board', BOARD_CHANGED);
    await listening(USERS * SOCKETS);
    await addLead(ada(), 'Jo “the quick” March');
    for (const client of clients) await expect.poll(() => framesOf(client, 'board')).toHaveLength(1);
    expect(reads).toBe(1);
    const frames = new Set(clients.flatMap((client) => framesOf(client, 'board')));
    expect(frames.size).toBe(1);
    expect(JSON.parse([...frames].join())).toMatchObject({
      payload: { data: { pipelineChanged: { kind: 'created', lead: { name: 'Jo “the quick” March', value: '100.00' } } } },
    });
    for (const client of clients) client.leave();
    await listening(0);
  });

  it('is answered once also for those whose ids differ and who started at different cursors', async () => {
    const clients = await connectAll(2);
    clients.forEach((client, index) => {
      client.execute(`mine ${index}`, BOARD_CHANGED, index % 2 ? { after: '0' } : undefined);
    });
    await listening(clients.length);
    await addLead(ada(), 'Jo March');
    for (const [index, client] of clients.entries()) await expect.poll(() => framesOf(client, `mine ${index}`)).toHaveLength(1);
    expect(reads).toBe(1);
    for (const client of clients) client.leave();
  });

  it('has a separate result for each selection and each value that changes the result', async () => {
    const withNotes = `subscription ($after: EventCursor, $notes: Boolean!) {
      pipelineChanged(after: $after) { cursor lead { id notes @include(if: $notes) } }
    }`;
    const names = 'subscription { pipelineChanged { lead { name } } }';
    const clients = await connectAll(3);
    for (const client of clients) {
      client.execute('with', withNotes, { notes: true });
      client.execute('without', withNotes, { notes: false });
      client.execute('names', names);
    }
    await listening(clients.length * 3);
    await addLead(ada(), 'Jo March');
    for (const client of clients) {
      await expect.poll(() => client.data('with')).toMatchObject([{ pipelineChanged: { lead: { notes: null } } }]);
      await expect.poll(() => client.data('names')).toEqual([{ pipelineChanged: { lead: { name: 'Jo March' } } }]);
      await expect.poll(() => client.data('without')).toHaveLength(1);
      expect(JSON.stringify(client.data('without'))).not.toContain('notes');
    }
    expect(reads).toBe(3);
    for (const client of clients) client.leave();
  });

  it('leaves the answers of other operations on the same socket as they are', async () => {
    const [client] = await connectAll(1);
    if (!client) throw new Error('No socket');
    client.execute('board', BOARD_CHANGED);
    await listening(1);
    client.execute('own', 'query { payload: workspace { payload: companyName } }');
    await addLead(ada(), 'callboard shared frame"}');
    client.execute('own too', '{ leads { nodes { payload: name } } }');
    await expect.poll(() => client.data('board')).toMatchObject([{ pipelineChanged: { lead: { name: 'callboard shared frame"}' } } }]);
    await expect.poll(() => client.data('own')).toEqual([{ payload: { payload: 'Your Company' } }]);
    await expect.poll(() => client.data('own too')).toEqual([{ leads: { nodes: [{ payload: 'callboard shared frame"}' }] } }]);
    client.leave();
  });
});
