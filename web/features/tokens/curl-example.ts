const QUERY = '{ pipeline { columns { label count value } } }';

/** A command that uses the token and works as it stands. */
export const curlExample = (secret: string, origin: string): string =>
  [`curl ${origin}/graphql \\`, `  -H 'Authorization: Bearer ${secret}' \\`, `  --data '${JSON.stringify({ query: QUERY })}'`].join('\n');
