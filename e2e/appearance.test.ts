import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { column, openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

const someone = (name: string) => `${name} ${randomUUID().slice(0, 4)}`;

/** The name of an element’s color. */
const colorOf = (element: Locator, property: 'color' | 'background-color') =>
  element.evaluate((node, name) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('This browser cannot paint');
    canvas.fillStyle = getComputedStyle(node).getPropertyValue(name);
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    if ((most - least) / (most + least) < 0.3) return 'grey';
    const turn = red === most ? (green - blue) / (most - least) : green === most ? 2 + (blue - red) / (most - least) : 4;
    const hue = (turn * 60 + 360) % 360;
    if (hue < 20 || hue > 340) return 'red';
    if (hue < 70) return 'yellow';
    if (hue < 175) return 'green';
    return 'blue';
  }, property);

/** The number of visible lines of a long text. */
const linesOf = (words: Locator) =>
  words.evaluate((element) => {
    const isCut = (element: Element) => getComputedStyle(element).webkitLineClamp !== 'none';
    let text: Element | null = element;
    while (text && !isCut(text)) text = text.parentElement;
    return text && text.scrollHeight > text.clientHeight
      ? Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))
      : null;
  });

describe('the colors', () => {
  it('are green, yellow, blue and red by order status, and grey for any other', async () => {
    const { page } = await enter('demo', { path: '/orders' });
    await page.locator('[data-row]').first().waitFor();
    // Scrolling to the end loads more.
    await page.mouse.move(720, 600);
    await page.mouse.wheel(0, 20_000);
    const colours: Record<string, string> = {};
    for (const status of ['paid', 'delivered', 'pending', 'shipped', 'cancelled', 'refunded'])
      colours[status] = await colorOf(page.locator('[data-row]').getByText(status, { exact: true }).first(), 'color');
    expect(colours).toEqual({
      paid: 'green',
      delivered: 'green',
      pending: 'yellow',
      shipped: 'blue',
      cancelled: 'red',
      refunded: 'grey',
    });
  });

  it('are green and red by call sentiment, and yellow for any other', async () => {
    const { page, context } = await enter('demo');
    for (const text of ['I love it, this is wonderful, thank you so much!', 'It is broken again, this is terrible, I am furious.', 'Hm.']) {
      const answer = await context.request.post('/api/transcriptions', { data: { content: `Customer: ${text}`, type: 'sales' } });
      expect(answer.ok()).toBe(true);
    }
    const recent = page.getByRole('region', { name: 'Recent Transcriptions' });
    for (const [mood, colour] of [
      ['positive', 'green'],
      ['negative', 'red'],
      ['neutral', 'yellow'],
    ])
      expect(await colorOf(recent.getByRole('img', { name: `Sentiment: ${mood}` }).first(), 'background-color'), mood).toBe(colour);
  });
});

describe('the pipeline board', () => {
  it.each([
    [400, 1],
    [800, 2],
    [1440, 6],
  ])('shows, at %i pixels, %i columns side by side, each at least 600 pixels high, on their own background', async (width, fit) => {
    const { page } = await enter('demo', { path: '/pipeline', width });
    await column(page, 'won').waitFor({ state: 'attached' });
    const columns = await page
      .locator('[data-stage]')
      .evaluateAll((all) =>
        all.map((each) => ({ ...each.getBoundingClientRect().toJSON(), ground: getComputedStyle(each).backgroundColor })),
      );
    expect(columns).toHaveLength(6);
    expect(columns.filter(({ left, right }) => left >= 0 && right <= width)).toHaveLength(fit);
    expect(columns.filter(({ height }) => height < 600)).toEqual([]);
    expect(new Set(columns.map(({ ground }) => ground)).size).toBe(6);
  });

  it('shows a dragged card half transparent, and highlights the column below it', async () => {
    const { page, context } = await enter('demo', { path: '/pipeline' });
    const name = someone('Hal Fway');
    await context.request.post('/api/leads', { data: { name } });
    const lead = column(page, 'leads').locator('[data-lead]', { hasText: name });
    const target = column(page, 'waiting');
    const shadow = () => target.evaluate((element) => getComputedStyle(element).boxShadow);
    await lead.waitFor();
    expect(await shadow()).toBe('none');
    const [from, to] = [await lead.boundingBox(), await target.boundingBox()];
    if (!from || !to) throw new Error('Nothing to carry, or nowhere to put it');
    await page.mouse.move(from.x + 60, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 60, to.y + 200, { steps: 12 });
    await expect.poll(() => lead.evaluate((element) => getComputedStyle(element).opacity)).toBe('0.5');
    await expect.poll(shadow).not.toBe('none');
    await page.keyboard.press('Escape');
    await page.mouse.up();
  });
});

it.each([
  ['/transcriptions', 'Rep: Margaret, good morning'],
  ['/email-templates', 'First Light has changed with the season.'],
  ['/ai-training', 'Customer: So just tell me what the big one costs.'],
])('the cards of %s show three lines of their text', async (path, words) => {
  const { page } = await enter('demo', { path });
  expect(await linesOf(page.getByRole('main').getByText(words).first())).toBe(3);
});

describe('a toast', () => {
  const swipe = async (page: Page, far: number) => {
    const box = await toast(page).boundingBox();
    if (!box) throw new Error('There is no toast');
    const [x, y] = [box.x + 60, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + far, y, { steps: 8 });
    await page.mouse.up();
  };

  it('is in a corner, stays after a 40-pixel swipe to the right, and is dismissed by 60 pixels', async () => {
    const { page } = await enter('demo', { path: '/email-templates' });
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
    await toast(page).getByText('Template copied to clipboard').waitFor();
    await expect
      .poll(async () => {
        const box = await toast(page).boundingBox();
        return box && [1440 - box.x - box.width, 900 - box.y - box.height];
      })
      .toEqual([24, 24]);
    await swipe(page, 40);
    await toast(page).locator('xpath=self::*[@data-state="open"]').waitFor();
    await swipe(page, -60);
    await toast(page).locator('xpath=self::*[@data-state="open"]').waitFor();
    await swipe(page, 60);
    await toast(page).waitFor({ state: 'detached' });
  });
});
