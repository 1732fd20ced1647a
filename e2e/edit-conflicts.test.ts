import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

/** Adds a lead by REST; returns its id. */
async function addLead(page: Page, name: string): Promise<string> {
  const answer = await page.request.post('/api/leads', { data: { name, company: 'Orchard House', phone: '555 0100' } });
  expect(answer.status()).toBe(201);
  return (await answer.json()).id;
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit Lead' });

async function save(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
}

describe('one lead edited in two browsers', () => {
  it('shows the second person what the first one saved, and lets them choose', async () => {
    const id = randomUUID().slice(0, 4);
    const name = `Jo March ${id}`;
    const grace = await enter({ username: `grace-${id}` }, { width: 1440 });
    const path = `/pipeline?lead=${await addLead(grace.page, name)}`;
    const ada = await enter({ username: `ada-${id}` }, { path, width: 390 });
    await grace.page.goto(path);

    await dialogOf(ada.page).getByLabel('Company').fill('Ada & Co');
    await dialogOf(grace.page).getByLabel('Company').fill('Grace & Co');
    await dialogOf(grace.page).getByLabel('Notes').fill('Call on Monday');
    await save(grace.page);
    await toast(grace.page).getByText('Lead updated successfully.').waitFor();
    await dialogOf(ada.page)
      .getByText(/^A colleague changed this lead while you were editing/)
      .waitFor();

    await save(ada.page);
    const alert = dialogOf(ada.page).getByRole('alert');
    await alert.getByText(`grace-${id} changed this lead`).waitFor();
    expect(await alert.getByRole('definition').allInnerTexts()).toEqual([
      expect.stringMatching(/Ada & Co\s+Theirs: Grace & Co/),
      expect.stringMatching(/Not changed\s+Theirs: Call on Monday/),
    ]);
    await alert.getByRole('button', { name: 'Keep mine' }).click();
    await toast(ada.page).getByText('Lead updated successfully.').waitFor();
    await dialogOf(ada.page).waitFor({ state: 'hidden' });
    const saved = await (await ada.page.request.get(`/api/leads/${path.split('=')[1]}`)).json();
    expect(saved).toMatchObject({ company: 'Ada & Co', notes: 'Call on Monday' });
  });

  it('merges what the first person saved with what the second one typed in other fields', async () => {
    const id = randomUUID().slice(0, 4);
    const grace = await enter({ username: `grace-${id}` });
    const path = `/pipeline?lead=${await addLead(grace.page, `Amy March ${id}`)}`;
    const ada = await enter({ username: `ada-${id}` }, { path });
    await dialogOf(ada.page).getByLabel('Company').fill('Ada & Co');
    await dialogOf(ada.page).getByLabel('Phone').fill('555 0199');
    const change = { data: { company: 'Grace & Co' } };
    expect((await grace.page.request.patch(`/api/leads/${path.split('=')[1]}`, change)).status()).toBe(200);
    await save(ada.page);
    await dialogOf(ada.page).getByRole('button', { name: 'Use theirs' }).click();
    expect(await dialogOf(ada.page).getByLabel('Company').inputValue()).toBe('Grace & Co');
    expect(await dialogOf(ada.page).getByLabel('Phone').inputValue()).toBe('555 0199');
    await save(ada.page);
    await dialogOf(ada.page).waitFor({ state: 'hidden' });
    const saved = await (await ada.page.request.get(`/api/leads/${path.split('=')[1]}`)).json();
    expect(saved).toMatchObject({ company: 'Grace & Co', phone: '555 0199' });
  });

  it('shows beside a restored draft what a colleague saved since, and keeps their other fields', async () => {
    const id = randomUUID().slice(0, 4);
    const grace = await enter({ username: `grace-${id}` });
    const leadId = await addLead(grace.page, `Beth March ${id}`);
    const ada = await enter({ username: `ada-${id}` }, { path: `/pipeline?lead=${leadId}`, width: 390 });
    await dialogOf(ada.page).getByLabel('Company').fill('Ada & Co');
    await dialogOf(ada.page).getByLabel('Notes').fill('Likes the Heron');
    await ada.page.keyboard.press('Escape');
    await dialogOf(ada.page).waitFor({ state: 'hidden' });

    const change = { data: { company: 'Grace & Co', phone: '555 0199' } };
    expect((await grace.page.request.patch(`/api/leads/${leadId}`, change)).status()).toBe(200);
    // The draft is kept over a reload, and is nobody else's.
    await ada.page.goto(`/pipeline?lead=${leadId}`);
    await dialogOf(ada.page).getByRole('button', { name: 'Restore draft' }).click();
    const alert = dialogOf(ada.page).getByRole('alert');
    expect(await alert.getByRole('definition').allInnerTexts()).toEqual([expect.stringMatching(/Ada & Co\s+Theirs: Grace & Co/)]);
    await alert.getByRole('button', { name: 'Use theirs' }).click();
    expect(await dialogOf(ada.page).getByLabel('Company').inputValue()).toBe('Grace & Co');
    expect(await dialogOf(ada.page).getByLabel('Phone').inputValue()).toBe('555 0199');
    await save(ada.page);
    await dialogOf(ada.page).waitFor({ state: 'hidden' });
    const saved = await (await ada.page.request.get(`/api/leads/${leadId}`)).json();
    expect(saved).toMatchObject({ company: 'Grace & Co', phone: '555 0199', notes: 'Likes the Heron' });
  });
});
