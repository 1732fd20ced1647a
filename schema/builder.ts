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

// The fields around the rows of a page cost nothing; the rows do.
const UNCOUNTED = { field: 0, multiplier: 1 } as const;

/** The builder all modules share. It defines no types of its own. */
export const builder = new SchemaBuilder<SchemaTypes>({
  // Scopes first: clients that are not signed in learn nothing, not even which failures a field has.
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
      description: 'The result, or an expected failure.',
      name: ({ fieldName }) => `${fieldName.charAt(0).toUpperCase()}${fieldName.slice(1)}Result`,
    },
  },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    // The list field already multiplies by the number of rows.
    edgesFieldOptions: {
      nullable: { list: false, items: false },
      complexity: UNCOUNTED,
      description: 'The rows, each with its cursor.',
    },
    nodesOnConnection: { complexity: UNCOUNTED, description: 'The rows of this page.' },
    nodeFieldOptions: { nullable: false, complexity: UNCOUNTED, description: 'The row at this position.' },
    cursorFieldOptions: { description: 'The position of the row in this order. Use it as `after` or `before`.' },
    pageInfoFieldOptions: { complexity: { field: 0, multiplier: 0 }, description: 'Whether there are rows before and after this page.' },
    pageInfoTypeOptions: { description: 'The position of a page in its list.' },
    hasNextPageFieldOptions: { description: 'Whether there are rows after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are rows before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first row; null on an empty page.' },
    endCursorFieldOptions: { description: 'The cursor of the last row; null on an empty page.' },
    firstArgOptions: { description: 'Return the first rows, or the first after `after`. Default 20, at most 100.' },
    afterArgOptions: { description: 'Return rows after this cursor.' },
    lastArgOptions: { description: 'Return the last rows, or the last before `before`. At most 100.' },
    beforeArgOptions: { description: 'Return rows before this cursor.' },
  },
  // Computed and limited before anything runs (server/transport/graphql/cost/cost-limit.ts).
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 5,
  },
});

builder.queryType({
  description: 'Reads. All fields but `session` and `workspace` require sign-in.',
  authScopes: { signedIn: true },
});
builder.mutationType({
  description: 'Writes. Expected failures are members of the result.',
  authScopes: { signedIn: true },
});
builder.subscriptionType({
  description: 'Live changes, over WebSocket (graphql-transport-ws) or Server-Sent Events.',
  authScopes: { signedIn: true },
});
