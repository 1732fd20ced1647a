import { LEAD_STAGES, type LeadStage } from '#contract/lead.ts';
import { type CrowdOfSockets, openSockets } from '../crowd-of-sockets.ts';
import { register } from '../fixture.ts';
import { withPeer } from '../peer.ts';
import { bounded, type Line, median, type Row, share } from '../row.ts';

export const SOCKETS = 1_000;
/** How many sockets one person may have, with room to spare. */
const PER_PERSON = 60;
const ROUNDS = 3;
/** Changes of a burst, sent as they come; and single ones, each after the one before was seen by all. */
const BURST = 80;
const SINGLE = 30;
const AT_ONCE = 8;

export const FOLLOW = `subscription { pipelineChanged { cursor kind from to at actor { id firstName lastName }
  lead { id name company email phone stage stageChangedAt value source createdAt updatedAt customer { id name } }
  columns { stage count value } } }`;
const MOVE = 'mutation ($id: ID!, $stage: LeadStage!) { moveLead(id: $id, stage: $stage) { __typename } }';

type Change = () => Promise<unknown>;

export const people = (url: string): Promise<readonly string[]> =>
  Promise.all(Array.from({ length: 2 * Math.ceil(SOCKETS / 2 / PER_PERSON) }, () => register(url)));

/** A lead moves, and a thousand boards show it. */
export const fanOut: Row = {
  name: 'fan-out',
  measure: async (bed) => {
    const { url, cookie } = await bed.product();
    const ours = await openSockets({ url, count: SOCKETS, cookies: await people(url), query: FOLLOW });
    const move = await mover(url, cookie);
    try {
      await move();
      const { sample } = await ours.heard(SOCKETS);
      return await withPeer('broadcast', '', async (raw) => {
        const theirs = await openSockets({ url: raw, count: SOCKETS, cookies: [], query: null });
        const send = () => fetch(raw, { method: 'POST', body: sample }).then((answer) => answer.text());
        try {
          return await compare({ sockets: ours, change: move }, { sockets: theirs, change: send });
        } finally {
          await theirs.close();
        }
      });
    } finally {
      await ours.close();
    }
  },
};

interface Side {
  readonly sockets: CrowdOfSockets;
  readonly change: Change;
}

async function compare(ours: Side, theirs: Side): Promise<Line[]> {
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, side] of [ours, theirs].entries()) {
      const rate = await burst(side);
      // The first round warms up.
      if (round > 0) rates[at]?.push(rate);
    }
  }
  const [our, their] = [median(rates[0]), median(rates[1])];
  const line: Line = {
    work: `pipeline changes to ${SOCKETS.toLocaleString('en-US')} sockets`,
    peer: 'raw ws',
    ours: `${our.toFixed(0)}/s`,
    theirs: `${their.toFixed(0)}/s`,
    ratio: our / their,
    goal: '≥ 0.7 ×',
    passed: our / their >= 0.7,
  };
  return [line, bounded('one such change from the request to each socket, p99', share(await delays(ours), 0.99), 250)];
}

/** Messages a second that arrive while changes come as fast as they can be told. */
async function burst({ sockets, change }: Side): Promise<number> {
  const heard = sockets.heard(BURST * SOCKETS);
  const begun = performance.timeOrigin + performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let at = 0; at < BURST / AT_ONCE; at += 1) await change();
    }),
  );
  const { frames, times } = await heard;
  if (frames !== BURST * SOCKETS) throw new Error(`${frames} of ${BURST * SOCKETS} messages arrived`);
  return (frames * 1_000) / (times.reduce((latest, time) => Math.max(latest, time), 0) - begun);
}

/** How long after its request each socket heard of a single change. */
async function delays({ sockets, change }: Side): Promise<number[]> {
  const all: number[] = [];
  for (let at = 0; at < SINGLE; at += 1) {
    const begun = performance.timeOrigin + performance.now();
    const [{ times }] = await Promise.all([sockets.heard(SOCKETS), change()]);
    all.push(...times.map((time) => time - begun));
  }
  return all;
}

/** Moves another lead each time, always to the column after the one it is in. */
async function mover(url: string, cookie: string): Promise<Change> {
  const ask = async <Data>(query: string, variables: object): Promise<Data> => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ query, variables }),
    });
    const { data }: { data: Data } = await answer.json();
    return data;
  };
  const { leads } = await ask<{ leads: { nodes: { id: string; stage: LeadStage }[] } }>('{ leads(first: 100) { nodes { id stage } } }', {});
  let number = 0;
  return () => {
    const lead = leads.nodes[number % leads.nodes.length];
    if (!lead) throw new Error('There are no leads.');
    number += 1;
    lead.stage = LEAD_STAGES[(LEAD_STAGES.indexOf(lead.stage) + 1) % LEAD_STAGES.length] ?? 'leads';
    return ask(MOVE, { id: lead.id, stage: lead.stage });
  };
}
