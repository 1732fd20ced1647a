import { setTimeout as wait } from 'node:timers/promises';
import { LEAD_STAGES, type LeadStage } from '#contract/lead.ts';
import { type Benchmark, bounded, median, quantile, type Result } from '../benchmark.ts';
import { LEADS, register, type SignedIn } from '../fixture.ts';
import { withPeer } from '../peer.ts';
import { openSocketPool, type SocketPool } from '../socket-pool.ts';
import { megabytesOf, memory } from './start.ts';

export const SOCKETS = 1_000;
/** Sockets per user, below the server's limit. */
const PER_PERSON = 60;
const ROUNDS = 3;
/** Changes in a burst, and single changes, each sent once all sockets have received the one before. */
const BURST = 80;
const SINGLE = 30;
const AT_ONCE = 8;

export const SUBSCRIPTION = `subscription { pipelineChanged { cursor kind from to at actor { id firstName lastName }
  lead { id name company email phone stage stageChangedAt value source createdAt updatedAt customer { id name } }
  columns { stage count value } } }`;
const MOVE = 'mutation ($id: ID!, $stage: LeadStage!) { moveLead(id: $id, stage: $stage) { __typename } }';

type Change = () => Promise<unknown>;

/** Sessions for so many sockets. */
export async function registerUsers(url: string, sockets = SOCKETS): Promise<readonly string[]> {
  const cookies: string[] = [];
  // One after the other: hashing many passwords at once takes longer than a request may.
  while (cookies.length < 2 * Math.ceil(sockets / 2 / PER_PERSON)) cookies.push(await register(url, `10.0.0.${cookies.length}`));
  return cookies;
}

/** Delivery of a lead's move to 1,000 subscriptions of people who read the same rows. */
export const fanOut: Benchmark = {
  name: 'fan-out',
  measure: async (fixture) => {
    const { url, cookie } = await fixture.product();
    return deliver({ url, cookie, cookies: await registerUsers(url), recipients: 'sockets', goal: 0.8 });
  },
};

const SCOPES = 50;
/** Everybody reads all leads, and everything else of their own alone: no two people may share a result, and each gets every change. */
const OWN_SCOPES = `update role_permissions set scope = case when noun = 'lead' then 'all' else 'own' end where role_key = 'rep'`;

/** The same to 1,000 subscriptions of people with 50 different scopes. */
export const scopedFanOut: Benchmark = {
  name: 'scoped-fan-out',
  measure: async (fixture) => {
    const settings = { RECORD_SCOPE: 'by_role' };
    const { url, cookie } = await fixture.startProduct({ leads: LEADS, purpose: 'scopes', preparation: [OWN_SCOPES], settings });
    const cookies = await registerUsers(url, SCOPES * PER_PERSON);
    return deliver({ url, cookie, cookies, recipients: `sockets of ${SCOPES} scopes`, goal: 0.6 });
  },
};

const MANY = 10_000;
/** Milliseconds after which what opening sockets left behind is released. */
const SETTLE = 30_000;

/** Memory and delays with 10,000 open boards on one server. */
export const manySockets: Benchmark = {
  name: 'sockets-10000',
  measure: async (fixture) => {
    const { url, cookie } = await fixture.startProduct({
      leads: LEADS,
      purpose: 'sockets',
      preparation: [],
      settings: { TRUST_PROXY: 'on' },
    });
    const sockets = await openSocketPool({ url, count: MANY, cookies: await registerUsers(url, MANY), query: SUBSCRIPTION });
    try {
      const change = await mover(url, cookie);
      await delays({ sockets, change }, MANY);
      await wait(SETTLE);
      const recipients = `${MANY.toLocaleString('en-US')} sockets`;
      const megabytes = memory(`resident memory, ${recipients}`, await megabytesOf(url), 450);
      return [megabytes, bounded(`one change to ${recipients}, p99`, quantile(await delays({ sockets, change }, MANY), 0.99), 400)];
    } finally {
      await sockets.close();
    }
  },
};

interface Delivery extends SignedIn {
  readonly cookies: readonly string[];
  /** Who receives, for the line of the table. */
  readonly recipients: string;
  readonly goal: number;
}

async function deliver({ url, cookie, cookies, recipients, goal }: Delivery): Promise<Result[]> {
  const sockets = await openSocketPool({ url, count: SOCKETS, cookies, query: SUBSCRIPTION });
  const move = await mover(url, cookie);
  try {
    await move();
    const { sample } = await sockets.receive(SOCKETS);
    return await withPeer('broadcast', '', async (raw) => {
      const peerSockets = await openSocketPool({ url: raw, count: SOCKETS, cookies: [], query: null });
      const send = () => fetch(raw, { method: 'POST', body: sample }).then((answer) => answer.text());
      try {
        return await compare({ sockets, change: move }, { sockets: peerSockets, change: send }, recipients, goal);
      } finally {
        await peerSockets.close();
      }
    });
  } finally {
    await sockets.close();
  }
}

interface Subject {
  readonly sockets: SocketPool;
  readonly change: Change;
}

async function compare(callboard: Subject, peer: Subject, recipients: string, goal: number): Promise<Result[]> {
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, subject] of [callboard, peer].entries()) {
      const rate = await burst(subject);
      // The first round warms up.
      if (round > 0) rates[at]?.push(rate);
    }
  }
  const [rate, peerRate] = [median(rates[0]), median(rates[1])];
  const line: Result = {
    work: `pipeline changes to ${SOCKETS.toLocaleString('en-US')} ${recipients}`,
    peer: 'raw ws',
    value: `${rate.toFixed(0)}/s`,
    peerValue: `${peerRate.toFixed(0)}/s`,
    ratio: rate / peerRate,
    goal: `≥ ${goal} ×`,
    passed: rate / peerRate >= goal,
  };
  return [line, bounded(`one change to ${recipients}: from the request to each socket, p99`, quantile(await delays(callboard), 0.99), 250)];
}

/** Messages received per second while changes are made as fast as possible. */
async function burst({ sockets, change }: Subject): Promise<number> {
  const received = sockets.receive(BURST * SOCKETS);
  const begun = performance.timeOrigin + performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let at = 0; at < BURST / AT_ONCE; at += 1) await change();
    }),
  );
  const { times } = await received;
  if (times.length !== BURST * SOCKETS) throw new Error(`${times.length} of ${BURST * SOCKETS} messages arrived`);
  return (times.length * 1_000) / (times.reduce((latest, time) => Math.max(latest, time), 0) - begun);
}

/** Milliseconds from the request of a single change to its arrival at each socket. */
async function delays({ sockets, change }: Subject, count = SOCKETS): Promise<number[]> {
  const all: number[] = [];
  for (let at = 0; at < SINGLE; at += 1) {
    const begun = performance.timeOrigin + performance.now();
    const [{ times }] = await Promise.all([sockets.receive(count), change()]);
    all.push(...times.map((time) => time - begun));
  }
  return all;
}

/** Moves a different lead each time, to the column after its current one. */
async function mover(url: string, cookie: string): Promise<Change> {
  const execute = async <Data>(query: string, variables: object): Promise<Data> => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ query, variables }),
    });
    const { data }: { data: Data } = await answer.json();
    return data;
  };
  const { leads } = await execute<{ leads: { nodes: { id: string; stage: LeadStage }[] } }>(
    '{ leads(first: 100) { nodes { id stage } } }',
    {},
  );
  let number = 0;
  return () => {
    const lead = leads.nodes[number % leads.nodes.length];
    if (!lead) throw new Error('There are no leads.');
    number += 1;
    lead.stage = LEAD_STAGES[(LEAD_STAGES.indexOf(lead.stage) + 1) % LEAD_STAGES.length] ?? 'leads';
    return execute(MOVE, { id: lead.id, stage: lead.stage });
  };
}
