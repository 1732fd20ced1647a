import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let second: TestApp;
let ada: Caller;
let bob: Caller;
const env = { COMPANY_NAME: 'Northwind', CURRENCY: 'EUR' };
beforeAll(async () => {
  app = await createTestApp({ env });
  second = await createTestApp({ beside: app, env });
  ada = await app.signUp('ada');
  bob = await app.signUp('bob');
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const CHANGE = `mutation ($input: WorkspaceSettingsInput!) {
  changeWorkspaceSettings(input: $input) {
    ... on WorkspaceSettings { values { companyName accentColor currency timeZone weekStart eventRetentionDays } set logoUrl }
    ... on Failure { message }
  }
}`;
const change = async (input: object, caller = ada) => {
  const { data, errors } = await caller.graph(CHANGE, { input });
  return { result: Object(data).changeWorkspaceSettings, errors };
};
const PUBLIC = '{ workspace { companyName logoUrl accentColor currency timeZone weekStart locale } }';
const shown = async (on: TestApp) => Object((await on.anonymous().graph(PUBLIC)).data).workspace;

describe('the workspace settings', () => {
  it('are those of the environment until an admin sets them, and again when set back', async () => {
    expect(await shown(app)).toEqual({
      ...{ companyName: 'Northwind', currency: 'EUR', weekStart: 'monday' },
      ...{ logoUrl: null, accentColor: null, timeZone: null, locale: null },
    });
    const { result } = await change({ companyName: 'Brasswick', timeZone: 'Asia/Tokyo', weekStart: 'sunday', eventRetentionDays: 90 });
    expect(result).toMatchObject({
      values: { companyName: 'Brasswick', currency: 'EUR', eventRetentionDays: 90 },
      set: ['companyName', 'timeZone', 'weekStart', 'eventRetentionDays'],
    });
    const { data } = await bob.graph('{ workspaceSettings { values { companyName } defaults { companyName } } }');
    expect(data).toEqual({ workspaceSettings: { values: { companyName: 'Brasswick' }, defaults: { companyName: 'Northwind' } } });
    await change({ eventRetentionDays: null });
    expect((await change({})).result.values.eventRetentionDays).toBe(400);
  });

  it('hold at once, on every instance: for the sign-in page, in replies and in weeks', async () => {
    await change({ companyName: 'Copperfield', accentColor: '#0f766e' });
    expect(await shown(app)).toMatchObject({ companyName: 'Copperfield', accentColor: '#0F766E' });
    await expect.poll(() => shown(second)).toMatchObject({ companyName: 'Copperfield', accentColor: '#0F766E' });
    expect(second.container.workspace.settings().values.weekStart).toBe('sunday');
    const { data } = await ada.graph('{ analytics(range: { period: this_week }) { weeks { day } timeZone } }');
    // A Friday in Tokyo; its week began on Sunday.
    expect(data).toEqual({ analytics: { weeks: [{ day: '2026-11-15' }], timeZone: 'Asia/Tokyo' } });
  });

  it.each([
    [{ accentColor: '#FFE066' }, 'Text on #FFE066 would be hard to read in the light scheme: its contrast is 1.3:1'],
    [{ accentColor: 'teal' }, 'Enter a color such as #4F46E5'],
    [{ currency: 'XYZ' }, 'Enter an ISO 4217 code such as USD'],
    [{ timeZone: 'Mars/Olympus' }, 'Enter an IANA time zone such as Europe/Berlin'],
    [{ locale: 'english please' }, 'Enter a language tag such as en-US'],
    [{ eventRetentionDays: 7 }, 'Enter 30 to 3650 days'],
    [{ companyName: ' ' }, 'Company name is required'],
    [{ registrationDomains: ['company.com', '@'] }, 'Enter a domain such as company.com'],
    [{ logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') }, 'The logo must be a PNG or JPEG image'],
    [{ logo: Buffer.alloc(200_001, PNG).toString('base64') }, 'The logo can have at most 200 kB'],
    [{ logo: 'not an image' }, 'The logo must be an image in Base64'],
  ])('%o is refused with a sentence', async (input, message) => {
    expect((await change(input)).result.message).toContain(message);
  });

  it('show the logo to everybody, as an image and nothing else', async () => {
    const { result } = await change({ logo: PNG.toString('base64') });
    const response = await fetch(`${second.url}${result.logoUrl}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await change({ logo: null })).result.logoUrl).toBeNull();
    expect((await fetch(`${app.url}${result.logoUrl}`)).status).toBe(404);
  });

  it('are changed by those who may configure the workspace', async () => {
    const { errors } = await change({ companyName: 'Bobs' }, bob);
    expect(errors).toMatchObject([{ message: 'Your role does not let you configure workspace settings. Ask an admin.' }]);
    const { data } = await bob.graph('{ session { permissions } }');
    expect(Object(data).session.permissions).toContain('lead.export');
    expect(Object(data).session.permissions).not.toContain('workspace.configure');
  });
});
