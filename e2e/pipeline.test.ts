import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { openTcpProxy } from '#server/testing/live/tcp-proxy.ts';
import { column, openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

/** A name that no other test uses. */
const someone = (name: string) => `${name} ${randomUUID().slice(0, 4)}`;

const card = (within: Page | Locator, name: string) => within.locator('[data-lead]', { hasText: name });

async function addLead(page: Page, name: string, value = '1250'): Promise<void> {
  await page.getByRole('button', { name: 'Add Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Value').fill(value);
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await toast(page).getByText('Lead created successfully.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

/** Drags a card with the mouse: down, a few steps, up. */
async function drag(page: Page, lead: Locator, target: Locator): Promise<void> {
  const from = await lead.boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error('Nothing to carry, or nowhere to put it');
  await page.mouse.move(from.x + from.width / 2, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 12, from.y + 24, { steps: 3 });
  await page.mouse.move(to.x + to.width / 2, to.y + 200, { steps: 12 });
  await page.mouse.up();
}

const board = (page: Page) => page.getByRole('group', { name: 'Pipeline' });

/** A simulated finger that moves in small steps. */
async function fingerOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  let position = { x: 0, y: 0 };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    down: (x: number, y: number) => {
      position = { x, y };
      return touch('touchStart', [position]);
    },
    moveTo: async (x: number, y: number) => {
      const from = position;
      for (let step = 1; step <= 10; step += 1) {
        position = { x: from.x + ((x - from.x) * step) / 10, y: from.y + ((y - from.y) * step) / 10 };
        await touch('touchMove', [position]);
        await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
      }
    },
    up: () => touch('touchEnd', []),
  };
}

/** Moves a lifted card from Leads to the next column. Other tests change this board, too, so a key press that has no effect is repeated. */
async function carryRight(page: Page, name: string): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await page.getByText(`${name} is over Leads.`).isVisible()) await page.keyboard.press('ArrowRight');
        return page.getByText(`${name} is over Needs Quote.`).isVisible();
      },
      { interval: 1_000, timeout: 15_000 },
    )
    .toBe(true);
}

async function move(context: BrowserContext, id: string, stage: string): Promise<void> {
  const answer = await context.request.put(`/api/leads/${id}/stage`, { data: { stage } });
  expect(answer.ok()).toBe(true);
}

async function createLead(context: BrowserContext, name: string): Promise<string> {
  const answer = await context.request.post('/api/leads', { data: { name } });
  const { id }: { id: string } = await answer.json();
  return id;
}

describe('the pipeline board', () => {
  it('shows added and moved leads to everyone live, with the name of who moved them', async () => {
    const { page } = await enter('demo', { path: '/pipeline' });
    const watcher = await enter({ username: someone('iris') }, { path: '/pipeline' });
    await column(watcher.page, 'leads').waitFor();
    const name = someone('Wanda Frost');

    await addLead(page, name);
    await card(column(watcher.page, 'leads'), name).waitFor();

    await drag(page, card(page, name), column(page, 'quoted'));
    await toast(page).getByText('Lead stage updated successfully.').waitFor();
    const seen = card(column(watcher.page, 'quoted'), name);
    await seen.waitFor();
    await seen.getByText(/Dana/).waitFor();
    await seen.getByText('Quote pending').waitFor();
    expect(await card(column(watcher.page, 'leads'), name).count()).toBe(0);
  });

  it('closes a lead as lost, on every board, and reopens it', async () => {
    const { page, context } = await enter('demo', { path: '/pipeline' });
    const watcher = await enter('demo', { path: '/pipeline' });
    const name = someone('Lotta Lost');
    await createLead(context, name);
    await card(column(page, 'leads'), name).click();
    await page.getByRole('dialog', { name: 'Edit Lead' }).getByRole('button', { name: 'Close as lost' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close as lost' });
    await dialog.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'Chose a competitor' }).click();
    await dialog.getByLabel('Competitor (optional)').fill('Acme');
    await dialog.getByRole('button', { name: 'Close as lost' }).click();
    await toast(page).getByText('Lead closed as lost.').waitFor();
    for (const each of [page, watcher.page]) await card(each, name).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Lost', exact: true }).click();
    const list = page.getByRole('dialog', { name: 'Lost leads' });
    await list.getByRole('button', { name: `Reopen ${name}` }).click();
    await toast(page).getByText('Lead reopened in Leads.').waitFor();
    for (const each of [page, watcher.page]) await card(column(each, 'leads'), name).waitFor();
  });

  it('validates the form and keeps the input', async () => {
    const { page } = await enter('demo', { path: '/pipeline' });
    await page.getByRole('button', { name: 'Add Lead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
    await dialog.getByLabel('Email').fill('not an address');
    await dialog.getByRole('button', { name: 'Add Lead' }).click();
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByText('Invalid email').waitFor();
    expect(await dialog.getByLabel('Email').inputValue()).toBe('not an address');
  });

  it('rolls back a move that the server rejects', async () => {
    const { page, context } = await enter('demo', { path: '/pipeline' });
    const name = someone('Rolf Back');
    await createLead(context, name);
    await card(column(page, 'leads'), name).waitFor();
    await page.route('**/graphql', (route) => (route.request().postData()?.includes('moveLead') ? route.abort() : route.continue()));
    await drag(page, card(page, name), column(page, 'waiting'));
    await toast(page).getByText('Failed to update lead stage.').waitFor();
    await card(column(page, 'leads'), name).waitFor();
    expect(await card(column(page, 'waiting'), name).count()).toBe(0);
  });

  it('can be used with the keyboard alone', async () => {
    const { page, context } = await enter('demo', { path: '/pipeline' });
    const name = someone('Kay Board');
    await createLead(context, name);
    const lead = card(column(page, 'leads'), name);
    await lead.waitFor();
    await lead.focus();
    await page.keyboard.press('Space');
    await page.getByText(`${name} is over Leads.`).waitFor();
    await carryRight(page, name);
    await page.keyboard.press('Space');
    await toast(page).getByText('Lead stage updated successfully.').waitFor();
    await card(column(page, 'needs_quote'), name).waitFor();
  });

  it('shows a dropped card, and keeps the focus on it, in a column that is scrolled far down', async () => {
    const { page, context } = await enter('demo', { path: '/pipeline' });
    for (let lead = 0; lead < 20; lead += 1) await move(context, await createLead(context, someone('Many Quotes')), 'needs_quote');
    const name = someone('Deb Low');
    await createLead(context, name);
    const scroller = column(page, 'needs_quote').locator('[data-scroller]');
    await expect.poll(() => scroller.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeGreaterThan(1_000);
    const scrolled = () => scroller.evaluate((list) => list.scrollTop);
    await scroller.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    expect(await scrolled()).toBeGreaterThan(1_000);

    const lead = card(column(page, 'leads'), name);
    await lead.focus();
    await page.keyboard.press('Space');
    await page.getByText(`${name} is over Leads.`).waitFor();
    await carryRight(page, name);
    await page.keyboard.press('Space');
    await toast(page).getByText('Lead stage updated successfully.').waitFor();
    const dropped = card(column(page, 'needs_quote'), name);
    await expect.poll(scrolled).toBeLessThan(200);
    await expect.poll(() => dropped.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await dropped.isVisible()).toBe(true);
  });

  it('can be used by touch: a swipe scrolls to the next column, a long press drags a card', async () => {
    const { page, context } = await enter('demo', { path: '/pipeline', width: 390, touch: true });
    const name = someone('Finn Gertip');
    await createLead(context, name);
    const lead = card(column(page, 'leads'), name);
    await lead.waitFor();
    const left = () => board(page).evaluate(({ scrollLeft }) => scrollLeft);
    const finger = await fingerOf(page);

    await finger.down(330, 500);
    await finger.moveTo(60, 500);
    await finger.up();
    await expect.poll(left).toBeGreaterThan(200);
    await expect.poll(async () => (await column(page, 'needs_quote').boundingBox())?.x ?? 999).toBeLessThan(40);
    await finger.down(60, 500);
    await finger.moveTo(330, 500);
    await finger.up();
    await expect.poll(left).toBe(0);

    const at = await lead.boundingBox();
    if (!at) throw new Error('The card is not to be seen');
    await finger.down(at.x + 100, at.y + 40);
    await page.getByText(`${name} is over Leads.`).waitFor();
    // At the edge, the board scrolls, but not the page.
    await finger.moveTo(384, at.y + 60);
    await expect.poll(left).toBeGreaterThan(250);
    await finger.moveTo(200, at.y + 60);
    const announcement = page.getByText(new RegExp(`^${name} is over (?!Leads|no column)`));
    await announcement.waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await finger.up();
    await page.getByText(new RegExp(`^${name} was dropped in `)).waitFor();
    await toast(page).getByText('Lead stage updated successfully.').waitFor();
    expect(await card(column(page, 'leads'), name).count()).toBe(0);
  });

  it('animates nothing if reduced motion is preferred', async () => {
    const { page, context } = await enter('demo', { path: '/pipeline', width: 390 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const name = someone('Stella Still');
    await createLead(context, name);
    const lead = card(column(page, 'leads'), name);
    await lead.waitFor();
    const seen = await board(page).evaluateHandle((at) => {
      const offsets: number[] = [];
      at.addEventListener('scroll', () => offsets.push(Math.round(at.scrollLeft)));
      return offsets;
    });
    await lead.focus();
    await page.keyboard.press('Space');
    await page.getByText(`${name} is over Leads.`).waitFor();
    await carryRight(page, name);
    await expect.poll(async () => (await column(page, 'needs_quote').boundingBox())?.x ?? 999).toBeLessThan(60);
    // A smooth scroll would report many offsets.
    expect(new Set(await seen.jsonValue()).size).toBeLessThanOrEqual(2);
    await page.keyboard.press('Escape');
  });

  it('catches up on every move missed while the connection was cut', async () => {
    const line = await openTcpProxy(inject('serverUrl'));
    try {
      const mover = await enter('demo');
      const away = await enter({ username: someone('olga') }, { at: line.url, path: '/pipeline' });
      await away.page.getByText('live', { exact: true }).waitFor();
      const names = ['Ann', 'Ben', 'Cleo'].map(someone);
      const ids = await Promise.all(names.map((name) => createLead(mover.context, name)));
      for (const name of names) await card(column(away.page, 'leads'), name).waitFor();

      await line.cut();
      await away.page.getByText('reconnecting', { exact: true }).waitFor();
      for (const id of ids) for (const stage of ['quoted', 'waiting', 'won']) await move(mover.context, id, stage);
      expect(await card(column(away.page, 'won'), names[0] ?? '').count()).toBe(0);

      await line.mend();
      for (const name of names) await card(column(away.page, 'won'), name).waitFor();
      await away.page.getByText('live', { exact: true }).waitFor();
      // Other tests move leads meanwhile, but both screens converge.
      const reloaded = (await enter('demo', { path: '/pipeline' })).page;
      await card(column(reloaded, 'won'), names[0] ?? '').waitFor();
      const headers = () => Promise.all([away.page, reloaded].map((each) => column(each, 'won').locator('header').innerText()));
      await expect.poll(async () => new Set(await headers()).size).toBe(1);
    } finally {
      await line.close();
    }
  });

  it('shows a lead’s metrics on hover', async () => {
    const { page, context } = await enter('demo', { path: '/pipeline' });
    const name = someone('Mia Numbers');
    await move(context, await createLead(context, name), 'quoted');
    await card(column(page, 'quoted'), name).hover();
    const tooltip = page.getByRole('tooltip');
    await tooltip.getByText(`${name} - Sales Metrics`).waitFor();
    await tooltip.getByText('60%').waitFor();
  });
});
