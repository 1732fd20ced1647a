import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { startNotices } from './start-notices.ts';

const notices = (env: Record<string, string>, { demo = false, hasAccounts = true } = {}) =>
  startNotices(readConfig(env), { demo, hasAccounts });
const OPEN = expect.stringContaining('REGISTRATION=open lets anyone');
const PROXY = expect.stringContaining('Set TRUST_PROXY=on');

describe('a start', () => {
  it('explains how to create the first account when registration is closed', () => {
    const hint = expect.stringContaining('npm run users -- add ada');
    expect(notices({}, { hasAccounts: false })).toEqual([hint]);
    expect(notices({ REGISTRATION: 'open' }, { hasAccounts: false })).toEqual([]);
    expect(notices({}, { demo: true, hasAccounts: false })).toEqual([]);
    expect(notices({})).toEqual([]);
  });

  it.each([
    [{ REGISTRATION: 'open', HOST: '0.0.0.0' }, [OPEN]],
    [{ REGISTRATION: 'open', PUBLIC_URL: 'http://crm.example.com' }, [OPEN]],
    [{ REGISTRATION: 'open' }, []],
    [{ HOST: '0.0.0.0' }, []],
    [{ PUBLIC_URL: 'https://crm.example.com' }, [PROXY]],
    [{ PUBLIC_URL: 'https://crm.example.com', TRUST_PROXY: 'on' }, []],
    [{ PUBLIC_URL: 'http://crm.example.com' }, []],
  ])('warns of %j', (env, warnings) => {
    expect(notices(env)).toEqual(warnings);
  });
});
