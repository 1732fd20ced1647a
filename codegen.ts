import type { CodegenConfig } from '@graphql-codegen/cli';

// The printed schema is the contract between server and web client; no running server is needed.
// Masking is Apollo's (web/apollo/masking.d.ts), so the preset's own is off.
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  documents: ['web/**/*.{ts,tsx}', '!web/gql/**'],
  importExtension: '.ts',
  ignoreNoDocuments: true,
  generates: {
    'web/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        inlineFragmentTypes: 'mask',
        customDirectives: { apolloUnmask: true },
        enumsAsTypes: true,
        defaultScalarType: 'unknown',
        scalars: { ID: 'string', DateTime: 'string', Decimal: 'string', EventCursor: 'string' },
        nonOptionalTypename: true,
        skipTypeNameForRoot: true,
        useTypeImports: true,
      },
    },
    'web/gql/possible-types.ts': {
      plugins: ['./web/possible-types.codegen.ts'],
    },
  },
};

export default config;
