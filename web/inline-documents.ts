import type { Plugin } from 'vite';
import { graphql } from './gql/gql.ts';

const CALL = /\bgraphql\(\s*`([^`]*)`,?\s*\)/g;

/** Looks an operation up by its very text, as the generated function does. */
const documentOf: (source: string) => unknown = graphql;

/**
 * Puts each GraphQL document where it is used. The generated function looks it up in a map of all of them, which would
 * load the documents of every screen with the first one: 20 kB of its 250 kB after gzip.
 */
export function inlineDocuments(): Plugin {
  return {
    name: 'inline-documents',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.tsx?$/, exclude: /\/gql\// }, code: 'graphql(`' },
      handler: (code) => ({
        code: code.replace(CALL, (_call, source: string) => {
          const document = documentOf(source);
          if (Object(document).kind !== 'Document') throw new Error(`No document was generated for:\n${source}`);
          return JSON.stringify(document);
        }),
        map: null,
      }),
    },
  };
}
