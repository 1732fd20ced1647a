import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { seedDemoData } from '#prisma/seed.ts';
import { createKnownDevices } from '#server/auth/known-devices.ts';
import { createPasswords } from '#server/auth/passwords.ts';
import { createSignInThrottle } from '#server/auth/sign-in-throttle.ts';
import { eventLog } from '#server/events/event-log.ts';
import { createFixedAnalyst } from '#server/testing/analyst.ts';
import { openCallRail } from '#server/testing/emulators/callrail/callrail.ts';
import { ACCOUNT } from '#server/testing/emulators/callrail/calls.ts';
import { FAULTS } from '#server/testing/emulators/callrail/faults.ts';
import { makeOrder } from '#server/testing/emulators/shopify/orders.ts';
import { shopEnv } from '#server/testing/emulators/shopify/shop-test-app.ts';
import { openShopify } from '#server/testing/emulators/shopify/shopify.ts';
import { CLIENT, openIdentityProvider } from '#server/testing/identity-provider.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';
import { createAdministration } from './account/administration.ts';
import { EVENT_TYPES, isPersonal } from './domain-events.ts';
import { createStaleLeads } from './lead/stale-leads.ts';
import { NOTIFIED_KINDS } from './notification/service.ts';

/** A call in which the rep does not let the customer get a word in. */
const ALARMING = `Rep: ${'We have the best machines of all and they are very good. '.repeat(20)}\nCustomer: I see.`;

/** A call that everybody is told of. */
const COMPLAINT = 'Customer: This is terrible.';
const judge = (content: string) => (content === COMPLAINT ? ({ sentiment: 'negative', priority: 'high' } as const) : {});

it('every event type has a writer, and can be read by its audience', async () => {
  const shop = await openShopify({ orders: [makeOrder(0)] });
  const rail = await openCallRail([{ id: 'CAL1', transcription: 'Rep: Hello.' }]);
  const tracker = { CALLRAIL_API_KEY: ACCOUNT.key, CALLRAIL_ACCOUNT_ID: ACCOUNT.id, CALLRAIL_BASE_URL: rail.baseUrl };
  const idp = await openIdentityProvider();
  const identity = {
    ...{ OIDC_ISSUER: idp.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    ...{ PUBLIC_URL: 'http://crm.example.com', ALLOWED_HOSTS: '127.0.0.1', IDENTITY_SECRET: 'a secret of the tests, long enough for it' },
  };
  const app = await createTestApp({ assistant: createFixedAnalyst(judge), env: { ...shopEnv(shop), ...tracker, ...identity } });
  idp.register({ redirectUri: 'http://crm.example.com/auth/oidc/callback', logoutUri: `${app.url}/auth/oidc/logout` });
  const { db, services } = app.container;
  await seedDemoData({ config: app.config, db, now: app.clock.now() });
  const ada = await signUpViewer(app, 'ada');
  const caller = app.anonymous();
  await caller.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
  await caller.rest.post('/api/auth/logout');
  await db.prisma.user.update({ where: { id: ada.id }, data: { roleKey: 'admin' } });
  await app.container.directory.reload();
  const team = await services.people.createTeam(ada, { name: 'North' });
  await services.people.changePerson(ada, ada.id, { teamId: team.id });
  await services.people.setPermission(ada, { role: 'rep', noun: 'lead', action: 'export', scope: null });
  await services.assignmentRules.create(ada, { name: 'All', appliesTo: ['imported_lead'], method: 'round_robin', teamIds: [team.id] });
  await services.workspace.change(ada, { recordScope: 'everyone' });
  const invitation = await services.invitations.invite(ada, { role: 'rep' });
  await caller.graph(
    'mutation ($token: String!) { acceptInvitation(token: $token, input: { username: "invited", password: "correct horse" }) { __typename } }',
    { token: invitation.token },
  );
  await services.invitations.revoke(ada, (await services.invitations.invite(ada, { role: 'rep' })).invitation.id);
  const leaver = await signUpViewer(app, 'leaver');
  await services.flows.create(leaver, { flowType: 'sales_pipeline', currentStage: 'awareness' });
  await services.accountsOfOthers.deactivate(ada, leaver.id, null);
  const colleague = await signUpViewer(app, 'colleague');
  await services.people.changePerson(ada, colleague.id, { role: 'coach' });
  const customer = await services.customers.create(ada, { name: 'Jo' });
  await services.customers.update(ada, customer.id, { name: 'Jo March' });
  const bought = await db.prisma.order.findFirstOrThrow({ where: { customerId: { not: null } }, orderBy: { id: 'asc' } });
  await services.customers.update(ada, bought.customerId ?? '', { ownerId: colleague.id });
  const lead = await services.leads.create(ada, { name: 'Jo' });
  await services.leads.update(ada, lead.id, { name: 'Jo March' });
  await services.leads.closeAsLost(ada, lead.id, { reason: 'price' });
  await services.leads.reopen(ada, lead.id);
  const task = await services.tasks.create(ada, { title: 'Call Jo', dueOn: '2026-11-24', leadId: lead.id, remindAt: app.clock.now() });
  await services.tasks.remind();
  await services.tasks.update(ada, task.id, { title: 'Call Jo March' });
  await services.tasks.complete(ada, task.id);
  await services.tasks.reopen(ada, task.id);
  await services.tasks.delete(ada, task.id);
  const flow = await services.flows.create(ada, { customerId: customer.id, flowType: 'sales_pipeline', currentStage: 'awareness' });
  await services.flows.advance(ada, flow.id, 'interest');
  await services.flows.addInteraction(ada, flow.id, { type: 'call', description: 'A first call' });
  const item = await services.training.add(ada, { title: 'Returns', content: 'Within 30 days.' });
  const reply = await services.replies.generate(ada, { customerRequest: 'Hello, how do I make returns of parts?' });
  await db.prisma.replyQuestion.create({
    data: { id: 'question', responseId: reply.id, text: 'How do I make returns?', trainingItemId: item.id, askedAt: app.clock.now() },
  });
  await services.replies.markUsed(ada, reply.id);
  for (const { id } of await services.phrasingProposals.pending(ada)) await services.phrasingProposals.decline(ada, id);
  await services.training.update(ada, item.id, { isActive: false });
  await services.training.remove(ada, item.id);
  await services.training.restore(ada, item.id);
  const call = await services.transcriptions.add(ada, { content: 'Rep: Hello.' });
  await services.transcriptions.update(ada, call.id, { priority: 'high' });
  await services.transcriptions.add(ada, { content: COMPLAINT });
  await services.transcriptions.analyze(ada, call.id);
  const { insights, session } = await services.coaching.analyze(ada, { transcriptionIds: [call.id] });
  await services.coaching.share(ada, session.id, { userId: colleague.id });
  for (const { id } of insights.slice(0, 1)) await services.coaching.updateInsight(ada, id, { isImplemented: true });
  const template = await services.emailTemplates.create(ada, { name: 'Hello', subject: 'Hi', body: 'Dear {{customer_name}}' });
  await services.emailTemplates.update(ada, template.id, { name: 'Good day' });
  await services.emailTemplates.personalize(ada, template.id, customer.id);
  await services.emailTemplates.delete(ada, template.id);
  await services.emailTemplates.restore(ada, template.id);
  const { id: replyId } = await db.prisma.aiResponse.findFirstOrThrow();
  await services.replies.discard(ada, replyId, { reason: 'tone' });
  const question = { id: 'unanswered', responseId: replyId, text: 'Do you sell vouchers?', askedAt: app.clock.now() };
  await db.prisma.replyQuestion.create({ data: question });
  await services.unansweredQuestions.dismiss(ada, question.id);
  await services.unansweredQuestions.restore(ada, question.id);
  const live = await services.liveCalls.start(ada, { callId: 'call_1' });
  await services.liveCalls.sendNote(ada, live.id, { text: 'Ask about the budget.' });
  await services.liveCalls.update(ada, live.id, { transcript: ALARMING, duration: 90 });
  await services.liveCalls.complete(ada, live.id, {});
  await services.coachingRules.change(ada, 'pace', { enabled: false });
  // The demo shop is synced; this one is not yet.
  await db.prisma.integrationState.delete({ where: { provider: 'shopify' } });
  await services.orderImport.sync(ada);
  shop.store.change(makeOrder(0).id, { financial: 'REFUNDED' });
  shop.store.put(makeOrder(1));
  await services.orderImport.sync(ada);
  for (const [noun, rows] of [
    ['customer', 'name\nAmy\n'],
    ['lead', 'name\nAmy\n'],
    ['trainingItem', 'title,content\nAmy,A colleague.\n'],
  ] as const) {
    const file = (async function* () {
      yield Buffer.from(rows);
    })();
    const { id, columns } = await services.imports.upload(ada, { noun, fileName: 'people.csv' }, file);
    await services.imports.dryRun(ada, id, { columns, replacements: [], emptyFields: [] });
    await services.imports.start(ada, id);
    await expect.poll(async () => (await services.imports.find(ada, id))?.state).toBe('done');
    await expect.poll(() => db.prisma.jobRun.count({ where: { key: id, finishedAt: null } })).toBe(0);
    await services.imports.undo(ada, id);
    await expect.poll(async () => (await services.imports.find(ada, id))?.state).toBe('undone');
  }
  const { token } = await services.apiTokens.create(ada, { name: 'Script', scope: 'read' });
  await services.apiTokens.revoke(ada, token.id);
  const exported = await app.container.exports.open(
    ada,
    { noun: 'lead', list: {}, columns: null, relations: false, groups: null, format: 'csv', bom: false },
    AbortSignal.timeout(5_000),
  );
  for await (const _ of exported.content);
  await services.notifications.add({ userId: ada.id, kind: 'lead', title: 'New' });
  await services.notifications.markRead(ada);
  await services.syncs.now(ada, 'callrail', {});
  rail.fail(FAULTS.status(401));
  await services.syncs.now(ada, 'callrail', {});
  rail.fail(FAULTS.status(503));
  await services.syncs.start(ada, 'callrail');
  await expect.poll(() => services.syncs.findLatest('callrail')).toMatchObject({ state: 'waiting' });
  await services.ownAccount.updateProfile(ada, { jobTitle: 'Sales Director' });
  await services.ownAccount.changePassword(ada, { current: 'correct horse', new: 'battery staple' }, null);
  const { path } = await services.passwordResets.createLink(ada, ada.id);
  await services.passwordResets.reset({ token: path.slice('/reset/'.length), password: 'battery staple' });
  const { secret } = await services.secondFactor.enroll(ada, {});
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() });
  await services.secondFactor.confirm(ada, { code });
  await services.secondFactor.setRequired(ada, { role: 'read_only', required: true });
  idp.person = { sub: 'ada', email: ada.email, email_verified: true };
  const { url, browser } = await services.oidc.begin('127.0.0.1');
  const visitor = { address: '127.0.0.1', userAgent: '', device: null, previous: null };
  await services.oidc.finish(new URL(await idp.signIn(url)).searchParams, browser, visitor);
  const administration = createAdministration({
    ...{ db, log: eventLog, clock: app.clock, newId: randomUUID, passwords: createPasswords(), sessions: app.container.sessions },
    tokens: app.container.tokens,
    devices: createKnownDevices({ pool: db.pool, clock: app.clock }),
    throttle: createSignInThrottle({ pool: db.pool }),
    passwordRules: { companyNames: [], demoSignIn: null },
    emailDomain: 'company.com',
  });
  await administration.setPassword('ada', 'correct horse');
  await administration.setActive('ada', false);
  await administration.setActive('ada', true);
  app.clock.advance(15 * 86_400_000);
  await createStaleLeads({ db, log: eventLog, clock: app.clock, newId: randomUUID }).notice();
  db.committed();
  for (const kind of NOTIFIED_KINDS) await until(async () => (await db.prisma.event.count({ where: { kind } })) > 0);
  await until(async () => (await db.prisma.event.count({ where: { seq: null } })) === 0);

  const written = await db.prisma.event.findMany({ distinct: ['kind'], select: { kind: true } });
  expect(written.map(({ kind }) => kind).toSorted()).toEqual(EVENT_TYPES.toSorted());
  await caller.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
  for (const kind of EVENT_TYPES) {
    const { data } = await caller.graph(
      'query ($kinds: [String!]) { events(kinds: $kinds, first: 1) { nodes { kind subjectType subjectId data at actor { username } } } }',
      { kinds: [kind] },
    );
    expect(data?.events, kind).toMatchObject({ nodes: [{ kind, ...(isPersonal(kind) && { actor: { username: 'ada' } }) }] });
  }
  await app.close();
  await shop.close();
  await rail.close();
  await idp.close();
}, 120_000);
