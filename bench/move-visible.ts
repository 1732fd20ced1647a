/** `npm run bench:move-visible`: how long after one user moves a card another user's browser shows it in its new column. */
import type { Page } from 'playwright-core';
import { launchChromium } from '../e2e/chromium.ts';
import { startServer } from '../e2e/npm-start.ts';

const MOVES = 100;
const WARM_UP = 5;
const PAUSE = 120;
const STAGES = ['quoted', 'waiting', 'won', 'leads', 'needs_quote', 'needs_follow_up'];

const product = await startServer();
const browser = await launchChromium();
try {
  const enter = async (path: string, body: Record<string, string>): Promise<Page> => {
    const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
    await context.request.post(path, { data: body });
    const page = await context.newPage();
    await page.goto('/pipeline');
    await page.locator('[data-lead]').first().waitFor();
    return page;
  };
  const mover = await enter('/api/auth/login', { username: 'demo', password: 'callboard' });
  const watcher = await enter('/api/auth/register', { username: 'watcher', password: 'correct horse' });
  const answer = await mover.context().request.post('/api/leads', { data: { name: 'Timed Lead' } });
  const { id }: { id: string } = await answer.json();
  await watcher.locator(`[data-stage="leads"] [data-lead="${id}"]`).waitFor();

  const times: number[] = [];
  for (let round = 0; round < MOVES + WARM_UP; round += 1) {
    const stage = STAGES[round % STAGES.length] ?? 'quoted';
    const seen = watcher.evaluate(seenAt, [id, stage] as const);
    const sent = await mover.evaluate(send, [id, stage] as const);
    if (round >= WARM_UP) times.push((await seen) - sent);
    else await seen;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  process.stdout.write(`A move seen in another browser, ${MOVES} moves: median ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms\n`);
} finally {
  await browser.close();
  await product.stop();
}

/** In the watcher's page: when the card appears in the column. */
function seenAt([id, stage]: readonly [string, string]): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(`[data-stage="${stage}"] [data-lead="${id}"]`)) return;
      observer.disconnect();
      resolve(Date.now());
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-lead'] });
    look();
  });
}

/** In the mover's page: sends the move as the board does; returns the time before. */
async function send([id, stage]: readonly [string, string]): Promise<number> {
  const before = Date.now();
  const query = 'mutation ($id: ID!, $stage: LeadStage!) { moveLead(id: $id, stage: $stage) { __typename } }';
  await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { id, stage } }),
  });
  return before;
}
