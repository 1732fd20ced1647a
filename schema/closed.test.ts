import {
  type GraphQLArgument,
  type GraphQLField,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { REST_ROUTES } from '#server/transport/rest/table.ts';
import { schema } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Field = GraphQLField<unknown, unknown>;

const fieldsOf = (kind: 'Query' | 'Mutation' | 'Subscription'): readonly Field[] => {
  const type = schema.getType(kind);
  return type && 'getFields' in type ? Object.values(type.getFields()).filter((field): field is Field => 'args' in field) : [];
};

/** A value of an argument's type, as it is written in a document. */
function sample(type: GraphQLArgument['type']): string {
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name ?? '';
  if (isInputObjectType(named)) {
    const required = Object.values(named.getFields()).filter((field) => isNonNullType(field.type));
    return `{ ${required.map((field) => `${field.name}: ${sample(field.type)}`).join(', ')} }`;
  }
  if (isScalarType(named) && named.name === 'Boolean') return 'true';
  return isScalarType(named) && (named.name === 'Int' || named.name === 'Float') ? '1' : '"1"';
}

/** A document that selects one root field, with its required arguments. */
function documentOf(operation: string, { name, args, type }: Field): string {
  const requiredArgs = args.filter((arg) => isNonNullType(arg.type)).map((arg) => `${arg.name}: ${sample(arg.type)}`);
  const inside = isCompositeType(getNamedType(type)) ? ' { __typename }' : '';
  return `${operation} { ${name}${requiredArgs.length > 0 ? `(${requiredArgs.join(', ')})` : ''}${inside} }`;
}

const UNAUTHENTICATED = expect.objectContaining({ message: 'Please sign in.', extensions: { code: 'UNAUTHENTICATED' } });

describe('who is not signed in', () => {
  it('may use these fields of GraphQL and no other', async () => {
    const open: string[] = [];
    for (const [operation, kind] of [
      ['query', 'Query'],
      ['mutation', 'Mutation'],
      ['subscription', 'Subscription'],
    ] as const) {
      for (const field of fieldsOf(kind)) {
        const { errors, data } = await app.anonymous().graph(documentOf(operation, field));
        if (errors) expect(errors, field.name).toEqual([UNAUTHENTICATED]);
        if (errors) expect(data?.[field.name] ?? null, field.name).toBeNull();
        else open.push(field.name);
      }
    }
    expect(open.toSorted()).toEqual([
      ...['acceptInvitation', 'beginPasskeySignIn', 'invitation', 'register', 'requestPasswordReset', 'resetPassword', 'session'],
      ...['signIn', 'signInWithPasskey', 'signOut', 'workspace'],
    ]);
    expect(fieldsOf('Subscription').map(({ name }) => name)).toContain('pipelineChanged');
  });

  it('may not read the shape of the data', async () => {
    const stranger = app.anonymous();
    for (const query of [
      '{ __schema { types { name } } }',
      '{ __type(name: "Lead") { name } }',
      '{ session { expiresAt } __schema { types { name } } }',
    ]) {
      expect((await stranger.graph(query)).errors, query).toEqual([UNAUTHENTICATED]);
    }
    const inFragment = 'query { ...Shape } fragment Shape on Query { ... on Query { __schema { types { name } } } }';
    expect((await stranger.graph(inFragment)).errors).toEqual([UNAUTHENTICATED]);
    const { status, body } = await stranger.rest.get('/schema.graphql');
    expect([status, body]).toEqual([401, { message: 'Please sign in.' }]);
  });

  it('sees neither whether a name exists nor similar names; a signed-in person does', async () => {
    const mistyped = '{ pipelin { cursor } }';
    const helped = await (await app.signUp('helped')).graph(mistyped);
    expect(helped.errors?.[0]?.message).toContain('Did you mean "pipeline"');
    const refused = await app.anonymous().graph(mistyped);
    expect(refused.errors).toEqual([UNAUTHENTICATED]);
    const inside = await app.anonymous().graph('{ session { usr { id } } }');
    expect(inside.errors?.map(({ message }) => message)).toEqual(['Cannot query field "usr" on type "Session".']);
    const signIn = 'mutation ($input: RegisterInput!) { register(input: $input) { __typename } }';
    const variable = await app.anonymous().graph(signIn, { input: { username: 'x', password: 'y', emial: 'z' } });
    expect(variable.errors?.[0]?.message).toMatch(/Field "emial" is not defined by type "RegisterInput"\.$/);
  });

  it('cannot subscribe', async () => {
    const socket = app.anonymous().subscribe('subscription { pipelineChanged { cursor } }');
    expect(await socket.ended).toMatchObject({ code: 4401 });
    socket.stop();
    const events = await app
      .anonymous()
      .rest.post('/graphql', { query: 'subscription { pipelineChanged { cursor } }' }, { accept: 'text/event-stream' });
    expect([events.status, events.body]).toEqual([401, { errors: [UNAUTHENTICATED] }]);
  });

  it('may use these routes of REST and no other', async () => {
    expect(REST_ROUTES.filter(({ isPublic }) => isPublic).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/auth/me',
      'POST /api/auth/register',
      'POST /api/auth/login',
      'POST /api/auth/logout',
    ]);
    for (const { method, path, isPublic } of REST_ROUTES) {
      const { status, body } = await app.anonymous().rest.send(path.replace(':id', '1'), { method });
      if (isPublic) expect(status, path).not.toBe(500);
      else expect([status, body], path).toEqual([401, { message: 'Please sign in.' }]);
    }
  });
});

describe('who is signed in', () => {
  it('may read the shape of the data', async () => {
    const ada = await app.signUp('ada');
    expect((await ada.graph('{ __type(name: "Lead") { name } }')).data).toEqual({ __type: { name: 'Lead' } });
    expect((await ada.rest.get('/schema.graphql')).body).toContain('type Lead {');
  });
});
