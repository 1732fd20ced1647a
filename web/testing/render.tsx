import { readFileSync } from 'node:fs';
import { ApolloClient, type ApolloLink } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { ApolloProvider } from '@apollo/client/react';
import { ThemeProvider } from '@mui/material/styles';
import { render } from '@testing-library/react';
import { buildSchema } from 'graphql';
import type { ReactNode } from 'react';
import { MemoryRouter, parsePath, useLocation } from 'react-router-dom';
import { createCache } from '#web/apollo/cache.ts';
import { theme } from '#web/theme/theme.ts';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

/** A server that answers from the committed schema with the values given. */
export const schemaLink = (root: Record<string, unknown>) => new SchemaLink({ schema, rootValue: root });

/** A client of such a server. */
export const fakeServer = (root: Record<string, unknown>) => clientOver(schemaLink(root));

/** A client as the product makes it, over another link. */
export const clientOver = (link: ApolloLink) => new ApolloClient({ cache: createCache(), dataMasking: true, link });

function Address() {
  const { pathname, search, state } = useLocation();
  return (
    <>
      <p data-testid="address">{pathname + search}</p>
      <p data-testid="state">{JSON.stringify(state)}</p>
    </>
  );
}

/** Renders in the product's surroundings, at an address. */
export function renderAt(
  ui: ReactNode,
  { client = fakeServer({}), at = '/', state }: { client?: ApolloClient; at?: string; state?: unknown } = {},
) {
  return render(
    <ThemeProvider theme={theme}>
      <ApolloProvider client={client}>
        <MemoryRouter initialEntries={[{ ...parsePath(at), state }]}>
          {ui}
          <Address />
        </MemoryRouter>
      </ApolloProvider>
    </ThemeProvider>,
  );
}
