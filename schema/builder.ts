import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { GraphQLError } from 'graphql';
import type { Context, SignedInContext } from '#domain/request-context.ts';
import type { Prisma } from '#prisma/generated/client.ts';

export interface SchemaTypes {
  Context: Context;
  DefaultFieldNullability: false;
  AuthScopes: { signedIn: boolean };
  AuthContexts: { signedIn: SignedInContext };
  Connection: { readonly total: () => Promise<number> };
  DefaultEdgesNullability: { list: false; items: false };
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Decimal: { Input: string; Output: Prisma.Decimal | string };
    EventCursor: { Input: bigint; Output: bigint };
    JSON: { Input: unknown; Output: unknown };
  };
}

// The frame of a page costs nothing of its own: what stands in its rows does.
const UNCOUNTED = { field: 0, multiplier: 1 } as const;

/** The builder all modules share. It defines no types of its own. */
export const builder = new SchemaBuilder<SchemaTypes>({
  // Scopes first: who is not signed in learns nothing, not even which failure a field knows.
  plugins: [ScopeAuthPlugin, ErrorsPlugin, RelayPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: ({ viewer }) => ({ signedIn: viewer !== null }),
    unauthorizedError: () => new GraphQLError('Please sign in.', { extensions: { code: 'UNAUTHENTICATED' } }),
  },
  errors: {
    directResult: true,
    defaultUnionOptions: {
      description: 'What came of it: the result, or the failure that was expected.',
      name: ({ fieldName }) => `${fieldName.charAt(0).toUpperCase()}${fieldName.slice(1)}Result`,
    },
  },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    // The list itself already counts its rows (`perRow`).
    edgesFieldOptions: {
      nullable: { list: false, items: false },
      complexity: UNCOUNTED,
      description: 'The rows, each with its place in the list.',
    },
    nodesOnConnection: { complexity: UNCOUNTED, description: 'The rows themselves.' },
    nodeFieldOptions: { nullable: false, complexity: UNCOUNTED, description: 'The row.' },
    cursorFieldOptions: { description: 'Where the row stands; a page may go on from here.' },
    pageInfoFieldOptions: { complexity: { field: 0, multiplier: 0 }, description: 'What comes before and after this page.' },
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    hasNextPageFieldOptions: { description: 'Whether rows follow.' },
    hasPreviousPageFieldOptions: { description: 'Whether rows come before.' },
    startCursorFieldOptions: { description: 'The cursor of the first row; null on an empty page.' },
    endCursorFieldOptions: { description: 'The cursor of the last row; null on an empty page.' },
    firstArgOptions: { description: 'How many rows from the beginning, or after `after`: 20 when left out, at most 100.' },
    afterArgOptions: { description: 'Go on after this cursor.' },
    lastArgOptions: { description: 'How many rows from the end, or before `before`: at most 100.' },
    beforeArgOptions: { description: 'Go on before this cursor.' },
  },
  // Counted and bounded before anything runs (server/transport/graphql/cost/admission.ts).
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 5,
  },
});

builder.queryType({
  description: 'What can be read. Everything but `session` and `workspace` needs a signed-in person.',
  authScopes: { signedIn: true },
});
builder.mutationType({
  description: 'What can be done. Expected failures come back as members of the result.',
  authScopes: { signedIn: true },
});
builder.subscriptionType({
  description: 'What can be followed, over WebSocket (graphql-transport-ws) or Server-Sent Events.',
  authScopes: { signedIn: true },
});
