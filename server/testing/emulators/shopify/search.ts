/** The conditions of a search, and what the shop did not understand of it. */
export interface ReadSearch {
  /** Only orders that changed at this moment or later. */
  readonly from: string | null;
  readonly warnings: ReadonlyArray<{ readonly field: string; readonly message: string; readonly code: string }>;
}

const TERM = /(?<field>[\w]+):(?<sign>>=|>|<=|<)?(?:'(?<quoted>[^']*)'|(?<bare>[^\s]*))/g;

/**
 * Parses a search as the shop does: an unquoted time is split at its colons; the call succeeds, the filter is not the
 * intended one, and only a warning reveals it.
 */
export function readSearch(query: string | null | undefined): ReadSearch {
  let from: string | null = null;
  const warnings = [];
  for (const { groups = {} } of (query ?? '').matchAll(TERM)) {
    const { field, quoted, bare } = groups;
    if (field === 'updated_at' && quoted !== undefined) from = new Date(quoted).toISOString().replace(/\.\d{3}Z$/, 'Z');
    else if (field === 'updated_at' && bare?.includes(':')) {
      from = `${bare.slice(0, 10)}T00:00:00Z`;
      warnings.push({ field: '00', message: 'Invalid search field for this query.', code: 'invalid_field' });
    } else if (field !== 'updated_at') {
      warnings.push({ field: field ?? '', message: 'Invalid search field for this query.', code: 'invalid_field' });
    }
  }
  return { from, warnings };
}
