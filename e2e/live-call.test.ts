import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { openTcpProxy } from '#server/testing/live/tcp-proxy.ts';
import { accessibilityViolations } from './accessibility-violations.ts';
import { openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

const REAL_TIME = '/coaching?tab=real-time';
const OFFLINE = 'Offline. Your text is kept and will be saved when you reconnect.';

/** A username that no other test uses. */
const someone = (name: string) => ({ username: `${name} ${randomUUID().slice(0, 4)}` });
/** A word that no other call contains. */
const someWord = () => `zq${randomUUID().replace(/[^a-f]/g, '')}`;

const box = (page: Page) => page.locator('textarea:enabled').and(page.getByLabel('Live Transcript'));
const live = (page: Page) => page.getByText('LIVE', { exact: true });
const figure = (page: Page, name: string) => page.getByRole('region', { name: 'My call' }).getByRole('group', { name });

describe('a rep and a coach on the same call', () => {
  it('the rep types, the coach reads along and sends notes, across a reload and a lost connection, until the call is stored', async () => {
    const line = await openTcpProxy(inject('serverUrl'));
    try {
      const rep = await enter(someone('rosa'), { at: line.url, path: REAL_TIME });
      const coach = await enter('demo', { path: REAL_TIME });
      const word = someWord();

      await rep.page.getByRole('button', { name: 'Start Call' }).click();
      await toast(rep.page).getByText('Real-time coaching started').waitFor();
      await live(rep.page).waitFor();
      const onWall = coach.page.getByRole('link', { name: /^rosa .* on a call with/ });
      await onWall.waitFor();

      await box(rep.page).click();
      await rep.page.keyboard.press('Alt+1');
      await rep.page.keyboard.type('Good morning, how can I help?');
      await rep.page.keyboard.press('Alt+2');
      await rep.page.keyboard.type(`Our Heron leaks. The ${word} is broken.`);
      await figure(rep.page, 'Words').getByText('13', { exact: true }).waitFor();
      await coach.page.getByRole('region', { name: 'Live calls' }).getByText(word).waitFor();

      await onWall.click();
      const reader = coach.page.getByRole('dialog', { name: /^rosa/ });
      const dialogue = reader.getByRole('region', { name: 'Transcript' });
      await dialogue.getByText(word).waitFor();
      await reader.getByLabel('Send a note').fill('Offer a technician tomorrow.');
      await reader.getByLabel('Send a note').press('Enter');
      await rep.page.getByRole('region', { name: 'Notes from coaches' }).getByText('Offer a technician tomorrow.').waitFor();

      await box(rep.page).press('End');
      await rep.page.keyboard.type(' Please come');
      await rep.page.reload();
      await live(rep.page).waitFor();
      await expect.poll(() => box(rep.page).inputValue()).toContain('is broken. Please come');
      await dialogue.getByText('Please come').waitFor();

      await rep.context.setOffline(true);
      await line.cut();
      await rep.page.getByText(OFFLINE).waitFor();
      // After the reload, typing continues at the end of the text.
      await box(rep.page).focus();
      await rep.page.keyboard.type(' before nine.');
      expect(await dialogue.getByText('before nine').count()).toBe(0);
      await line.mend();
      await rep.context.setOffline(false);
      await dialogue.getByText('Please come before nine.').waitFor();
      await rep.page.getByText('Saved', { exact: true }).waitFor();

      await rep.page.getByRole('button', { name: 'End Call' }).click();
      await toast(rep.page).getByText('Call analysis completed').waitFor();
      await rep.page.getByText('Ready', { exact: true }).waitFor();
      await reader.getByText('This call has ended').waitFor();
      await reader.getByRole('link', { name: 'View saved call' }).waitFor();
      await reader.getByRole('button', { name: 'Close call' }).click();
      await onWall.waitFor({ state: 'detached' });
      await coach.page.goto(`/transcriptions?search=${word}`);
      await coach.page.locator('mark', { hasText: word }).first().waitFor();
    } finally {
      await line.close();
    }
  });

  it.each(['light', 'dark'] as const)('have no accessibility violations, in the %s scheme and on a phone', async (scheme) => {
    const rep = await enter(someone('ruth'), { path: REAL_TIME, scheme, width: 390 });
    await rep.page.getByRole('button', { name: 'Start Call' }).waitFor();
    expect(await accessibilityViolations(rep.page, { within: 'main' })).toEqual([]);
    await rep.page.getByRole('button', { name: 'Start Call' }).click();
    await box(rep.page).fill(`Rep: ${'We have a plan for that. '.repeat(20)}\nCustomer: That is too expensive.`);
    await rep.page
      .getByRole('button', { name: /^Dismiss: / })
      .first()
      .waitFor();
    await toast(rep.page).getByRole('button', { name: 'Dismiss' }).click();
    await toast(rep.page).waitFor({ state: 'detached' });
    expect(await accessibilityViolations(rep.page, { within: 'main' })).toEqual([]);
    const coach = await enter('demo', { path: REAL_TIME, scheme });
    await coach.page.getByRole('link', { name: /^ruth .* on a call with/ }).click();
    const reader = coach.page.getByRole('dialog', { name: /^ruth/ });
    await reader.getByText('That is too expensive.').first().waitFor();
    expect(await accessibilityViolations(coach.page, { within: '[role=dialog]' })).toEqual([]);
    const sideways = await rep.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(sideways).toBe(0);
    await rep.page.getByRole('button', { name: 'End Call' }).click();
    await toast(rep.page).getByText('Call analysis completed').waitFor();
  });
});
