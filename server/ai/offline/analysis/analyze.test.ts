import { describe, expect, it } from 'vitest';
import { loadDemoData } from '#prisma/seed/demo-data.ts';
import type { CountOtherCalls } from '../../port.ts';
import { analyzeCall } from './analyze.ts';

const { calls } = loadDemoData();

const analyze = (content: string) => analyzeCall({ content, duration: null });

const LEAK = `Rep: Brasswick support, this is Priya. How can I help?
Customer: Hi, I'm calling from Harborview Dental. The machine is leaking again and I am really annoyed.
Rep: I'm sorry. I'll send a technician by Friday.
Customer: It is the second time. If this goes on I will cancel.
Rep: I'll call you tomorrow to hear how it went.`;

const QUOTE = `Rep: Hi Dana, Tom from Brasswick.
Customer: Hi Tom. We need three machines for our two branches, and our budget is $18,500.
Rep: The offer comes to $17,400 for all three machines.
Customer: That sounds great, I love it. The board decides on Thursday.
Rep: Perfect. I'll send the contract by Wednesday.
Customer: Wonderful, thank you so much.`;

describe('a call about trouble', async () => {
  const analysis = await analyze(LEAK);

  it('is support, unhappy and urgent', () => {
    expect(analysis).toMatchObject({ type: 'support', sentiment: 'negative', priority: 'high', callValue: null, engine: 'offline' });
  });

  it('is named after who called and what is wrong', () => {
    expect(analysis.title).toMatch(/^Harborview Dental: /);
    expect(analysis.summary).toContain('The machine is leaking again');
  });

  it('has its moments, in order and in the words that were said', () => {
    expect(analysis.keyMoments.map(({ kind }) => kind)).toContain('problem');
    expect(analysis.keyMoments.map(({ turn }) => turn)).toEqual(analysis.keyMoments.map(({ turn }) => turn).toSorted((a, b) => a - b));
    for (const { quote } of analysis.keyMoments) expect(LEAK).toContain(quote.replace(/…$/, ''));
  });

  it('says who promised what, by when', () => {
    expect(analysis.nextSteps).toEqual([
      { text: 'Send a technician', owner: 'rep', due: 'by Friday' },
      { text: 'Call the customer to hear how it went', owner: 'rep', due: 'tomorrow' },
    ]);
  });
});

describe('a call about a deal', async () => {
  const analysis = await analyze(QUOTE);

  it('is sales, pleased, and worth what the offer comes to', () => {
    expect(analysis).toMatchObject({ type: 'sales', sentiment: 'positive', priority: 'high', callValue: '17400.00' });
  });

  it('has its next step', () => {
    expect(analysis.nextSteps).toContainEqual({ text: 'Send the contract', owner: 'rep', due: 'by Wednesday' });
  });
});

describe('what a deal is worth', () => {
  it.each([
    ['Customer: Our budget is twenty-five thousand dollars.', null],
    ['Rep: It is twenty-five thousand dollars in all.', '25000.00'],
    ['Rep: The offer is $10,000.\nCustomer: That is within our budget.', '10000.00'],
    ['Rep: The plan is $500 a month on a 12-month contract.', '6000.00'],
    ['Rep: The offer is $9,000.\nRep: The total is $8,500 then.\nCustomer: They quoted $7,000 in total.', '8500.00'],
    ['Customer: The total is $1,250.50.', '1250.50'],
    ['Rep: The offer is 40k dollars.', '40000.00'],
    ['Rep: The deal is $300 a month.', '3600.00'],
    ['Rep: The offer is $300 a month. That is what you pay each year, twelve times.', '3600.00'],
    ['Rep: I refund your total of $900.', null],
    ['Customer: Our order is number 4711.', null],
    ['Rep: The total is $999,999,999,999.', null],
  ])('%j: %s', async (content, worth) =>
    expect((await analyze(`${content}\nCustomer: I am interested in an offer.`)).callValue).toBe(worth),
  );
});

it('takes things for topics, not what happened to them', async () => {
  const { tags } = await analyze(`Rep: What went wrong?
Customer: It was broken for two weeks and nobody came. We would take it if a technician came within a day. The grinder broke and nobody came again.`);
  expect(tags.filter((tag) => /\b(?:came|broken?)\b/.test(tag))).toEqual([]);
});

const steps = async (...lines: readonly string[]) =>
  (await analyze(lines.join('\n'))).nextSteps.map(({ owner, text, due }) => `${owner ?? 'both'}: ${text}${due ? ` (${due})` : ''}`);

describe('next steps', () => {
  it.each([
    [
      'what is sent, resolved',
      ['Customer: Can I see a proposal?', "Rep: I'll send it over by Friday."],
      ['rep: Send the proposal (by Friday)'],
    ],
    [
      'two promises in a sentence',
      ["Rep: I'll put together the quote and send the security papers by Thursday.", 'Customer: Good.'],
      ['rep: Put together the quote', 'rep: Send the security papers (by Thursday)'],
    ],
    [
      'a date in the middle',
      ["Rep: I'll send the invitation in ten minutes, and the page for Laurel.", 'Customer: Good.'],
      ['rep: Send the invitation, and the page for Laurel (in ten minutes)'],
    ],
    [
      'a request that is agreed to',
      ['Customer: Can you email me the invoice?', 'Rep: Yes, of course.'],
      ['rep: Email the customer the invoice'],
    ],
    [
      'a date both agree to',
      ['Rep: A demo takes an hour.', 'Rep: I have Friday.', 'Customer: Friday at 10 works.'],
      ['both: Hold the demo (Friday at 10)'],
    ],
    [
      'a promise beside what is only usual',
      ["Rep: We typically don't, but I'll ask my manager and get back to you by Friday.", 'Customer: Good.'],
      ['rep: Get back to the customer (by Friday)'],
    ],
    [
      'what both are asked to do, and agree to',
      ['Rep: Shall we schedule the installation for next weekend?', "Customer: Yes, let's do that."],
      ['both: Schedule the installation (for next weekend)'],
    ],
    [
      'the lines of a list',
      [
        'Prospect (Priya): Fine.',
        'Rep: Action items:\n1. Share the report by Friday.\n2. Priya to schedule the review.',
        'Prospect (Priya): Good.',
      ],
      ['rep: Share the report (by Friday)', 'customer: Schedule the review'],
    ],
    [
      'a request with the date of the answer',
      ['Customer: Can you send me the price list?', 'Rep: Sure, tomorrow.'],
      ['rep: Send the customer the price list (tomorrow)'],
    ],
    [
      'a question that promises',
      ['Customer: Is that included?', 'Rep: Can I get back to you on that by Friday?', 'Customer: That works.'],
      ['rep: Get back to the customer on that (by Friday)'],
    ],
    [
      'a visit, which is no call',
      [
        'Rep: We could do it by video call or at your shop. Does Tuesday at 10 suit you?',
        "Customer: Tuesday at 10 works. Let's do it at the shop.",
      ],
      ['both: Hold the visit (Tuesday at 10)'],
    ],
    [
      'what was booked during the call',
      [
        'Customer: Can we talk to an expert?',
        "Rep: I've scheduled a video call with our network team for Friday at 2 PM.",
        'Customer: Thanks.',
      ],
      ['both: Hold the video call with our network team (Friday at 2 PM)'],
    ],
    [
      'what somebody else of ours does',
      ['Customer: It leaks.', 'Rep: A senior technician will call you within the next 30 minutes.', 'Customer: Thanks.'],
      ['rep: Have a senior technician call the customer (within the next 30 minutes)'],
    ],
    [
      'words without punctuation',
      ["Rep: okay so um i'll i'll send you the contract tomorrow okay thanks"],
      ['rep: Send the customer the contract (tomorrow)'],
    ],
  ])('are found: %s', async (_what, lines, expected) => expect(await steps(...lines)).toEqual(expected));

  it.each([
    ['conditions', "Rep: If you sign, I'll send the contract by Friday."],
    ['the screen', "Rep: I'll share my screen now and I'll show you the report."],
    ['what the product does', 'Rep: Then we will email your customers automatically every time.'],
    ['questions nobody agreed to', 'Customer: Can you send me a car?\nRep: No, we cannot.'],
    ['what somebody needs', 'Customer: We need to send invoices from our phones.'],
    ['what is usual', 'Rep: We can usually send a technician within a day.'],
    ['waiting', "Rep: Hold on, I'll check that."],
    ['what is done already', "Rep: I'll reset the router now. I've reset the router."],
    ['offers that are turned down', "Rep: I'd like to offer you a month of free service.\nCustomer: Absolutely not."],
    ['guarantees', "Rep: If you don't see a difference, we'll refund half of the price."],
    ['what somebody only believes', 'Rep: I believe we could put together an offer.\nCustomer: That sounds good.'],
    ['pronouns that mean nothing', "Rep: I'll send it."],
  ])('are none in %s', async (_what, call) => {
    const { nextSteps, summary } = await analyze(`${call}\nCustomer: Fine. Fine. Fine. Fine.`);
    expect(nextSteps).toEqual([]);
    expect(summary).toContain('Next steps: none recognised.');
  });
});

describe('how a call ended', () => {
  const TROUBLE = 'Customer: Our internet is not working.\nRep: Please restart the router.\n';
  const OFFER = 'Customer: We are looking for a new printer.\nRep: The printer is $400. Would you like to order it?\n';
  it.each([
    [`${TROUBLE}Customer: It is working now, thanks.\nRep: Bye.`, 'Outcome: resolved: “It is working now, thanks.”'],
    [
      `${TROUBLE}Customer: I did. It still doesn't work.\nRep: I am sorry.`,
      "Outcome: not resolved during the call: “It still doesn't work.”",
    ],
    [`${TROUBLE}Customer: I'll test it tonight and see if it helps.\nRep: Bye.`, 'Outcome: the customer still has to test it: '],
    [`${OFFER}Customer: Yes, please.\nRep: Great.`, 'Outcome: the customer agreed to: “Would you like to order it?” “Yes, please.”'],
    [`${OFFER}Customer: I have to show it to my brother.\nRep: Okay.`, 'Outcome: not decided yet: “I have to show it to my brother.”'],
    [
      `${OFFER}Customer: We decided against it because of the noise.\nRep: Okay.`,
      'Outcome: the customer declined: “We decided against it because of the noise.”',
    ],
    [OFFER, 'Not answered when the call ended: “Would you like to order it?”'],
  ])('%j', async (call, told) => expect((await analyze(call)).summary).toContain(told));

  it('is not told by a polite no to more help', async () => {
    const { summary } = await analyze(`${OFFER}Customer: Let's go ahead.\nRep: Is there anything else?\nCustomer: No, thank you.`);
    expect(summary).toContain('the customer agreed');
    expect(summary).not.toContain('declined');
  });
});

describe('titles', () => {
  it.each([
    ['Hi, I need to reset the password for our account. Can you help?', 'Reset the password for the account'],
    ["We're having trouble with our phone lines.", 'Trouble with the phone lines'],
    ["We're moving to a new office and need to transfer our services. How do we do that?", 'Transfer the services'],
    ['Our fax service is not working.', 'Fax service is not working'],
    ['i need help with my invoice printer okay so when can you come', 'Invoice printer'],
  ])('of %j: %s', async (said, title) => expect((await analyze(`Rep: Hello.\nCustomer: ${said}\nRep: Okay.`)).title).toBe(title));

  it('name everybody of the customer in the summary, and who has to agree', async () => {
    const { summary } = await analyze(
      'Rep: Welcome both.\nCustomer (James): We need a new system. Susan will need to approve it.\nCustomer (Susan): Send me the numbers.\nRep: Okay.',
    );
    expect(summary).toContain('Sales call with James and Susan.');
    expect(summary).toContain('Susan will need to approve it.');
  });
});

describe('tags', () => {
  it('leave prices and bills out where only invoices are printed', async () => {
    const { tags } = await analyze(
      'Rep: Hello.\nCustomer: Our printer is broken. We cannot print a single invoice.\nRep: I will come tomorrow.',
    );
    expect(tags).not.toEqual(expect.arrayContaining(['price']));
    expect(tags).not.toEqual(expect.arrayContaining(['billing']));
  });
});

describe('topics', () => {
  const CALL =
    'Rep: Hello.\nCustomer: The grinder of our machine squeaks.\nRep: Which grinder is it in that machine?\nCustomer: The small grinder, and the machine is new.';

  it('leave out what most of the other calls are about', async () => {
    const countOtherCalls: CountOtherCalls = async (words) => ({
      calls: 100,
      withWord: new Map(words.map((word) => [word, word === 'machine' ? 97 : 2])),
    });
    const compared = await analyzeCall({ content: CALL, duration: null, countOtherCalls });
    expect(compared.tags.indexOf('grinder')).toBe(0);
    expect(compared.summary).toContain('about grinder');
  });

  it('are the same each time, with no other calls too', async () => {
    const countOtherCalls: CountOtherCalls = async () => ({ calls: 0, withWord: new Map() });
    const { tags } = await analyzeCall({ content: CALL, duration: null, countOtherCalls });
    expect(tags).toContain('grinder');
    expect((await analyzeCall({ content: CALL, duration: null, countOtherCalls })).tags).toEqual(tags);
  });
});

describe('names', () => {
  it.each([
    ['Rep: Hello.\nCustomer: I am calling from India.', null],
    ['Rep: Hello.\nCustomer: We met in Feb, thanks.', null],
    ['Rep: Hello.\nCustomer: This is Ann from Larch Dental.', 'Larch Dental'],
    ['Rep: Hi Tom, how are you?\nCustomer: Fine.', 'Tom'],
    ['Rep: Hi Tom.\nCustomer: Fine.', 'Tom'],
  ])('%j: %s', async (call, name) => {
    const { summary } = await analyze(call);
    expect(/ call with ([\p{L} ]+?)(?: about .*)?\./u.exec(summary)?.[1] ?? null).toBe(name);
  });
});

describe('calls that say little', () => {
  it.each(['Hello', '?!', '🙂', 'مرحبا', 'x'.repeat(5_000), '<b>bold</b>', 'Rep:\nCustomer:', '- - -'])(
    '%j are told all the same',
    async (content) => {
      const { title, summary, nextSteps } = await analyze(content);
      expect(title.trim()).not.toBe('');
      expect(summary.trim()).not.toBe('');
      expect(nextSteps).toEqual([]);
    },
  );

  it('half a million characters too', async () => {
    for (const content of [
      'x'.repeat(500_000),
      'I need a quote. '.repeat(30_000),
      'Customer: leak\n'.repeat(30_000),
      'a b '.repeat(120_000),
    ]) {
      expect((await analyze(content)).title).not.toBe('');
    }
  });
});

// A person labelled the demo calls; the share on which the rules agree says how far to trust them.
describe('the calls of the demo data', async () => {
  const analysed = await Promise.all(
    calls.map(async (call) => ({ call, analysis: await analyzeCall({ content: call.text, duration: call.duration }) })),
  );
  const agreeing = (field: 'type' | 'sentiment') => analysed.filter(({ call, analysis }) => analysis[field] === call[field]).length;

  it('are told apart into sales and support, all but one', () => expect(agreeing('type')).toBeGreaterThanOrEqual(calls.length - 1));

  it('feel to the rules as they felt to a person, two times in three', () =>
    expect(agreeing('sentiment')).toBeGreaterThanOrEqual((calls.length * 2) / 3));

  it('are each told in their own words', () => {
    expect(new Set(analysed.map(({ analysis }) => analysis.title)).size).toBe(calls.length);
    for (const { call, analysis } of analysed) {
      expect(analysis.keyMoments.length, call.title).toBeGreaterThan(0);
      for (const { quote } of analysis.keyMoments) expect(call.text).toContain(quote.replace(/…$/, ''));
    }
  });
});

describe('a very long call', () => {
  it('leaves room for everything else while it is analysed', async () => {
    const turn = 'Customer: I think it is too expensive, we compare with Acme.\nRep: I will send you another offer by Friday.\n';
    const long = turn.repeat(Math.ceil(490_000 / turn.length));
    let rounds = 0;
    const counting = setInterval(() => {
      rounds += 1;
    }, 0);
    await analyze(long);
    clearInterval(counting);
    expect(rounds).toBeGreaterThan(5);
  });
});
