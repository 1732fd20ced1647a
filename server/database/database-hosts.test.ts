import { describe, expect, it } from 'vitest';
import { formatHost, parseDatabaseUrl } from './database-hosts.ts';

/** The hosts of a URL and the URL without their list, or why it is refused. */
function read(text: string) {
  const address = parseDatabaseUrl(text);
  return typeof address === 'string' ? address : [address.hosts.map(formatHost), address.url.href];
}

describe('DATABASE_URL', () => {
  it.each([
    ['postgres://u:p@a:5432/db', ['a:5432'], 'postgres://u:p@a:5432/db'],
    ['postgresql://a/db?sslmode=require', ['a:5432'], 'postgresql://a:5432/db?sslmode=require'],
    ['postgres://u:p@a:5432,b:5433/db?target_session_attrs=read-write', ['a:5432', 'b:5433'], 'postgres://u:p@a:5432/db'],
    ['postgres://u:p@a,[::1]:6432/db?sslmode=verify-full', ['a:5432', '[::1]:6432'], 'postgres://u:p@a:5432/db?sslmode=verify-full'],
    ['postgres://u:p%40x@/db?host=a:5432&host=b:5433', ['a:5432', 'b:5433'], 'postgres://u:p%40x@a:5432/db'],
    ['postgres://u@/db?host=a,b&port=5432,5433', ['a:5432', 'b:5433'], 'postgres://u@a:5432/db'],
    ['postgres://u@/db?host=a,b&port=6000', ['a:6000', 'b:6000'], 'postgres://u@a:6000/db'],
    ['postgresql:///db?host=/run/postgresql', ['/run/postgresql:5432'], 'postgresql://localhost/db'],
  ])('%s', (text, hosts, url) => {
    expect(read(text)).toEqual([hosts, url]);
  });

  it.each([
    ['mysql://a/db', 'is not a PostgreSQL URL such as postgresql://user:password@host:5432/callboard'],
    ['postgres://a:port/db', 'is not a PostgreSQL URL such as postgresql://user:password@host:5432/callboard'],
    ['postgres://a,b:port/db', 'has a list of hosts with "b:port" in it'],
    ['postgres://u@/db?host=a,b,c&port=1,2', 'has 3 hosts and 2 ports'],
    [
      'postgres://a,b/db?target_session_attrs=standby',
      'cannot have target_session_attrs=standby: Callboard needs the primary, target_session_attrs=read-write',
    ],
  ])('%s is refused', (text, reason) => {
    expect(read(text)).toBe(reason);
  });
});
