import { describe, expect, it } from 'vitest';
import { describeDialogue } from './dialogue.ts';

const parts = (text: string, options = {}) =>
  describeDialogue(text, options).turns.map(({ speaker, name, text: words }) => `${speaker ?? 'nobody'}/${name ?? '-'}: ${words}`);

const times = (text: string) => describeDialogue(text).turns.map(({ start, end }) => [start, end]);

describe('layouts of other programs', () => {
  it('read WebVTT with voices, and cues of the same voice as one turn', () => {
    const text = `WEBVTT

1
00:00:01.000 --> 00:00:04.500 align:start
<v Ann Lee>Thanks for calling Brasswick.</v>

2
00:00:04.500 --> 00:00:06.000
<v Ann Lee>How can I help?</v>

3
00:00:07.000 --> 00:00:09.000
<v Tom Baker>My machine <i>leaks</i>.</v>`;
    expect(parts(text)).toEqual(['rep/Ann Lee: Thanks for calling Brasswick. How can I help?', 'customer/Tom Baker: My machine leaks.']);
    expect(times(text)).toEqual([
      [1_000, 6_000],
      [7_000, 9_000],
    ]);
  });

  it('read Zoom, SRT and the arrows of YouTube', () => {
    const cue = (at: number, words: string) => `${at}\n00:00:0${at},000 --> 00:00:0${at},900\n${words}\n`;
    expect(parts([cue(1, 'Ann Lee: How can I help you?'), cue(5, 'Tom Baker: It leaks.')].join('\n'))).toEqual([
      'rep/Ann Lee: How can I help you?',
      'customer/Tom Baker: It leaks.',
    ]);
    expect(parts(`WEBVTT\nKind: captions\n\n00:01.000 --> 00:02.000\n>> Ann: Hello\n\n00:05.000 --> 00:06.000\n>> Tom: Hi`)).toEqual([
      'nobody/Ann: Hello',
      'nobody/Tom: Hi',
    ]);
  });

  it('read Otter: a name with a time, the words below', () => {
    const text = 'Ann Lee  0:01\nHow can I help you today?\n\nTom Baker  0:09\nIt leaks\nagain.';
    expect(parts(text)).toEqual(['rep/Ann Lee: How can I help you today?', 'customer/Tom Baker: It leaks\nagain.']);
    expect(times(text)).toEqual([
      [1_000, null],
      [9_000, null],
    ]);
  });

  it.each([
    [
      'a dialogue in one line',
      'Agent: Hello. How are you? Customer: Fine. Agent: Good.',
      ['rep/-: Hello. How are you?', 'customer/-: Fine.', 'rep/-: Good.'],
    ],
    [
      'names in one line',
      'Ann: Hello there. Tom: Hi. Ann: How can I help you?',
      ['rep/Ann: Hello there.', 'customer/Tom: Hi.', 'rep/Ann: How can I help you?'],
    ],
    [
      'bold names with a time',
      '**Ann** [0:00] How can I help you?\n\n**Tom** [0:10] It leaks.',
      ['rep/Ann: How can I help you?', 'customer/Tom: It leaks.'],
    ],
    [
      'roles with names and titles, then the name alone',
      '[00:00] AE (Jordan): Hi.\n[00:05] Prospect (Arjun – Security Lead): Hello.\n[00:09] Arjun: We need an audit.\n[00:12] SDR: Sure.',
      ['rep/Jordan: Hi.', 'customer/Arjun: Hello.', 'customer/Arjun: We need an audit.', 'rep/-: Sure.'],
    ],
    [
      'titles in a list above the call',
      'Participants:\n- Maria Lopez (Account Executive)\n- Susan Park (CFO, Larch Inc)\n\n**Susan:** What is it?\n\n**Maria:** A plan.\n\n**Susan:** Fine.',
      [
        'nobody/-: Participants:\nMaria Lopez (Account Executive)\nSusan Park (CFO, Larch Inc)',
        'customer/Susan: What is it?',
        'rep/Maria: A plan.',
        'customer/Susan: Fine.',
      ],
    ],
  ])('read %s', (_what, text, expected) =>
    expect(parts(text).map((turn) => turn.replaceAll('- ', ''))).toEqual(expected.map((turn) => turn.replaceAll('- ', ''))),
  );

  it('leave what is none of them as it is', () => {
    const text = 'Rep: The range is 10 --> 20. Note: that is much.\nCustomer: At 10:30 then.';
    expect(parts(text)).toEqual(['rep/-: The range is 10 --> 20. Note: that is much.', 'customer/-: At 10:30 then.']);
  });
});

const NUMBERED = `Speaker 1: hi thanks for taking the time today what are you using for your phones right now
Speaker 2: we're using an old system and it's not working well how much does it cost
Speaker 1: our premium plan is 40 dollars a month i can send you a quote
Speaker 2: our budget is tight but send me the quote`;

describe('parts that no label says', () => {
  it('are told by how people talk, even without punctuation, and said to be guessed', () => {
    const { turns, rolesGuessed } = describeDialogue(NUMBERED);
    expect(turns.map(({ speaker }) => speaker)).toEqual(['rep', 'customer', 'rep', 'customer']);
    expect(rolesGuessed).toBe(true);
  });

  it('are not guessed where labels or names that are known say them', () => {
    expect(describeDialogue('Rep: Hi\nCustomer: Yo').rolesGuessed).toBe(false);
    expect(describeDialogue('Ann: Hi\nTom: Yo', { reps: ['Ann Lee'] }).rolesGuessed).toBe(false);
    const { turns, rolesGuessed } = describeDialogue('Ann: Hi\nTom: Yo', { customers: ['Tom Baker'] });
    expect(turns.map(({ speaker }) => speaker)).toEqual(['rep', 'customer']);
    expect(rolesGuessed).toBe(false);
  });

  it('are the other way round where somebody said so', () => {
    const { turns } = describeDialogue(NUMBERED, { isSwapped: true });
    expect(turns.map(({ speaker }) => speaker)).toEqual(['customer', 'rep', 'customer', 'rep']);
  });
});

describe('a long text', () => {
  it.each([
    ['names in one line', 'Ann: Hi. Tom: Yo. '.repeat(28_000)],
    ['cues', `WEBVTT\n\n${'00:01.000 --> 00:02.000\n<v Ann>Hi\n\n'.repeat(12_000)}`],
    ['open tags', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v '.repeat(160_000)}`],
    ['capitals', 'Aa '.repeat(160_000)],
    ['names and times', 'Ann Lee 0:01\nHi\n'.repeat(30_000)],
  ])('of %s takes linear time', (_what, text) => {
    // The time of this thread alone: the machine may be busy with other work.
    const start = process.threadCpuUsage();
    describeDialogue(text);
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });
});
