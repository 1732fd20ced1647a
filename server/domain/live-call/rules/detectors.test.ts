import { describe, expect, it } from 'vitest';
import { talk } from '#domain/conversation/testing/talk.ts';
import { blah, detectedBy } from './testing/calls.ts';

const firing = { easing: false };

describe('talk share', () => {
  // 100 s of speech: of the first 40 s the rep has 30, of the last 60 s the given number.
  const shared = (rep: number) =>
    talk(['rep', 0, 30, blah(60)], ['customer', 30, 40, blah(20)], ['rep', 40, 40 + rep, blah(9)], ['customer', 40 + rep, 100, blah(9)]);

  it('holds above 65 % of the last minute and of all', () => {
    expect(detectedBy('talk_share', shared(40), { at: 100 })).toMatchObject([
      {
        kind: 'urgent',
        value: 66.7,
        turn: null,
        text: 'You did 67% of the talking in the last minute and asked nothing. Stop here and ask: “Which part of this matters most to you?”',
        ...firing,
      },
    ]);
  });

  it('eases at 65 % and is over five points below, so that it does not flicker', () => {
    expect(detectedBy('talk_share', shared(39), { at: 100 })).toMatchObject([{ value: 65, easing: true }]);
    expect(detectedBy('talk_share', shared(37), { at: 100 })).toMatchObject([{ easing: true }]);
    expect(detectedBy('talk_share', shared(36), { at: 100 })).toEqual([]);
  });

  it('is silent while one of the two is in order', () => {
    // The last minute was all the rep's, the call is not; and the other way round.
    expect(detectedBy('talk_share', talk(['customer', 0, 60, blah(9)], ['rep', 60, 120, blah(9)]), { at: 120 })).toEqual([]);
    expect(detectedBy('talk_share', talk(['rep', 0, 200, blah(9)], ['customer', 200, 260, blah(9)]), { at: 260 })).toEqual([]);
  });

  it('is silent in the first minute, and until a minute was spoken', () => {
    expect(detectedBy('talk_share', talk(['rep', 0, 59, blah(9)]), { at: 59 })).toEqual([]);
    expect(detectedBy('talk_share', talk(['rep', 0, 59, blah(9)]), { at: 90 })).toEqual([]);
    expect(detectedBy('talk_share', talk(['rep', 0, 60, blah(9)]), { at: 60 })).toHaveLength(1);
  });

  it.each([
    ['was asked', 'customer', 'And what does it do at night?'],
    ['was invited to talk', 'customer', 'Walk me through it, please.'],
    ['has just asked', 'rep', 'It cleans itself. Which of these do you use?'],
    ['is beyond the sale', 'customer', 'We will take it.'],
  ] as const)('is silent while the rep %s', (_why, speaker, words) => {
    const before = [
      ['customer', 0, 10, blah(9)],
      ['rep', 10, 72, blah(90)],
      [speaker, 72, 76, words],
    ] as const;
    const call = speaker === 'rep' ? talk(...before) : talk(...before, ['rep', 76, 140, blah(60)]);
    expect(detectedBy('talk_share', call, { at: speaker === 'rep' ? 76 : 140 })).toEqual([]);
  });

  it('does not take a question that the rep goes on to answer for one, and names all who spoke', () => {
    const call = (name: string) => `Ann: ${blah(60)}\nCustomer: ${blah(5)}\n${name}: Why is that? ${blah(60)}`;
    const labelled = (name: string) => call(name).replaceAll('Ann:', 'Rep (Ann):').replace(`\n${name}:`, `\nRep (${name}):`);
    expect(detectedBy('talk_share', labelled('Ann'), { at: 127 })).toMatchObject([{ text: expect.stringContaining('You did ') }]);
    expect(detectedBy('talk_share', labelled('Ben'), { at: 127 })).toMatchObject([
      { text: expect.stringContaining('You and your colleagues did ') },
    ]);
  });

  it('is of words without times', () => {
    const shareOf = (rep: number) => `Rep: ${blah(rep)}\nCustomer: ${blah(100 - rep)}`;
    // A word a second: the customer's all count, and of the rep's so many as a minute has left.
    expect(detectedBy('talk_share', shareOf(76), { at: 100 })).toEqual([]);
    expect(detectedBy('talk_share', `Customer: ${blah(20)}\nRep: ${blah(80)}`, { at: 100 })).toMatchObject([{ value: 80, ...firing }]);
    expect(detectedBy('talk_share', shareOf(76))).toEqual([]);
  });
});

describe('a long turn, and a monologue', () => {
  const speaking = (seconds: number) => talk(['customer', 0, 10, blah(20)], ['rep', 10, 10 + seconds, blah(200)]);
  const spokenUntil = (seconds: number) => ({ at: 10 + seconds });

  it('is long above 75 s', () => {
    expect(detectedBy('long_turn', speaking(75), spokenUntil(75))).toMatchObject([{ easing: true }]);
    expect(detectedBy('long_turn', speaking(70), spokenUntil(70))).toEqual([]);
    expect(detectedBy('long_turn', speaking(76), spokenUntil(76))).toEqual([
      {
        rule: 'long_turn',
        kind: 'tip',
        text: 'You have been speaking for 76 s. Stop here and ask: “Which part of this matters most to you?”',
        value: 76,
        turn: 1,
        topic: null,
        words: null,
        ...firing,
      },
    ]);
  });

  it('is a monologue above 120 s, and then no longer only long', () => {
    expect(detectedBy('monologue', speaking(115), spokenUntil(115))).toEqual([]);
    expect(detectedBy('monologue', speaking(125), spokenUntil(125))).toMatchObject([
      {
        kind: 'urgent',
        value: 125,
        turn: 1,
        text: 'You have been speaking for 2 min 5 s on end. Stop here and ask: “Which part of this matters most to you?”',
        ...firing,
      },
    ]);
    expect(detectedBy('long_turn', speaking(125), spokenUntil(125))).toEqual([]);
    expect(detectedBy('long_turn', speaking(125), spokenUntil(125), { monologue: { enabled: false, threshold: null } })).toHaveLength(1);
  });

  it('continues across back-channel words, and ends with a word of the customer', () => {
    const over = (words: string) => talk(['rep', 0, 50, blah(90)], ['customer', 50, 51, words], ['rep', 51, 81, blah(60)]);
    expect(detectedBy('long_turn', over('Right, I see.'), { at: 81 })).toMatchObject([{ value: 80, turn: 0 }]);
    expect(detectedBy('long_turn', over('Wait, not so fast.'), { at: 81 })).toEqual([]);
    const call = talk(['rep', 0, 50, 'Do you need two?'], ['customer', 50, 51, 'Yes.'], ['rep', 51, 81, blah(60)]);
    expect(detectedBy('long_turn', call, { at: 81 })).toEqual([]);
  });

  it('leaves out pauses of the rep', () => {
    expect(detectedBy('long_turn', talk(['rep', 0, 40, blah(80)], ['rep', 90, 120, blah(60)]), { at: 120 })).toEqual([]);
  });

  it('is estimated by words without times', () => {
    const shareOf = `Customer: ${blah(20)}\nRep: ${blah(80)}`;
    expect(detectedBy('long_turn', shareOf, { at: 100 })).toMatchObject([{ value: 80, ...firing }]);
    expect(detectedBy('long_turn', shareOf, { at: 80 })).toEqual([]);
    expect(detectedBy('long_turn', shareOf)).toEqual([]);
  });
});

describe('no question', () => {
  const call = talk(
    ['rep', 0, 10, 'What do you need?'],
    ['customer', 10, 20, blah(20)],
    ['rep', 20, 100, blah(90)],
    ['customer', 100, 185, blah(90)],
  );

  it('holds after three minutes without one', () => {
    expect(detectedBy('no_question', call, { at: 189 })).toEqual([]);
    expect(detectedBy('no_question', call, { at: 190 })).toMatchObject([
      {
        kind: 'tip',
        value: 180,
        turn: 0,
        text: 'You have asked nothing for 3 min. Ask: “How do you do this today, and what costs you most time?”',
        ...firing,
      },
    ]);
  });

  it('counts from the beginning when there was no question, but only if the rep is known', () => {
    expect(detectedBy('no_question', talk(['rep', 0, 10, blah(9)]), { at: 180 })).toMatchObject([{ value: 180, turn: null }]);
    expect(detectedBy('no_question', talk(['customer', 0, 10, blah(9)]), { at: 180 })).toEqual([]);
  });

  it('is estimated by words without times', () => {
    const shareOf = (words: number) => `Rep: What do you need?\nCustomer: ${blah(96)}\nRep: ${blah(words)}`;
    // 4 + 96 + 100 words in 400 s are 2 s a word.
    expect(detectedBy('no_question', shareOf(100), { at: 400 })).toMatchObject([{ value: 392, turn: 0 }]);
    expect(detectedBy('no_question', shareOf(100), { at: 180 })).toEqual([]);
    expect(detectedBy('no_question', shareOf(100))).toEqual([]);
  });
});

describe('few questions', () => {
  const questionsCall = (questions: number) => Array.from({ length: questions }, () => 'Rep: What else?\nCustomer: Nothing.').join('\n');

  it('holds below eleven in the last third of the planned time', () => {
    expect(detectedBy('few_questions', questionsCall(10), { at: 600, planned: 900 })).toMatchObject([
      {
        kind: 'tip',
        value: 10,
        text: 'Only 10 questions so far. Ask before you close: “What have we not spoken about that matters to you?”',
      },
    ]);
    expect(detectedBy('few_questions', questionsCall(11), { at: 600, planned: 900 })).toEqual([]);
    expect(detectedBy('few_questions', questionsCall(10), { at: 599, planned: 900 })).toEqual([]);
  });

  it('is silent in a call that is meant to be short', () => {
    expect(detectedBy('few_questions', questionsCall(1), { at: 800, planned: 899 })).toEqual([]);
  });

  it('is silent when the planned length of the call is unknown', () => {
    expect(detectedBy('few_questions', questionsCall(1), { at: 600 })).toEqual([]);
  });
});

describe('cards', () => {
  it.each([
    [
      'price',
      'Honestly, that is too expensive for us.',
      'The price does not fit yet: “Honestly, that is too expensive for us.” Do not defend it yet. Ask: “What had you planned to spend, and what do you compare it with?”',
    ],
    [
      'competitor',
      'We got another offer last week.',
      'They compare you with others: “We got another offer last week.” Ask: “What do you like best there, and what is still missing?”',
    ],
    [
      'timing',
      'It must be running before the season.',
      'A date is at stake: “It must be running before the season.” Plan back from it: “To be ready by then, what has to be decided, and by when?”',
    ],
    [
      'decision_maker',
      'I have to ask my boss.',
      'Somebody else decides too: “I have to ask my boss.” Offer to help: “Shall we take 15 minutes together with your boss, so that I can answer their questions?”',
    ],
  ] as const)('%s: shows what the customer said, not what the rep did', (topic, words, text) => {
    const before = 'Good morning. ';
    const card = { rule: topic, kind: 'insight', text, value: null, turn: 0, topic, words, ...firing };
    expect(detectedBy(topic, talk(['customer', 0, 10, before + words]), { at: 10 })).toEqual([card]);
    expect(detectedBy(topic, `Customer: ${before}${words}`, { at: 10 })).toEqual([card]);
    expect(detectedBy(topic, talk(['rep', 0, 10, before + words]), { at: 10 })).toEqual([]);
    expect(detectedBy(topic, `Customer: ${before}\nRep: ${words}`, { at: 10 })).toEqual([]);
  });

  const PRICEY = 'It is too expensive.';

  it('are reported once a turn, newest first, and withdrawn after two minutes', () => {
    const shareOf = talk(
      ['customer', 0, 10, PRICEY],
      ['rep', 10, 20, blah(5)],
      ['customer', 20, 30, `Still. ${PRICEY}`],
      ['rep', 30, 140, blah(90)],
    );
    expect(detectedBy('price', shareOf, { at: 130 }).map(({ turn }) => turn)).toEqual([2]);
    expect(detectedBy('price', shareOf.slice(0, 3), { at: 100 }).map(({ turn }) => turn)).toEqual([2, 0]);
    expect(detectedBy('price', shareOf, { at: 151 })).toEqual([]);
  });

  it('go after the words of two minutes where there are no times', () => {
    const shareOf = (words: number) => `Customer: ${PRICEY}\nRep: ${blah(words)}`;
    expect(detectedBy('price', shareOf(300))).toHaveLength(1);
    expect(detectedBy('price', shareOf(301))).toEqual([]);
  });

  it('begin within twenty seconds and before the rep has answered, and stay for two minutes', () => {
    const then = (end: number, words = 8) => talk(['customer', 0, 10, PRICEY], ['rep', 10, end, blah(words)]);
    expect(detectedBy('price', then(30), { at: 30 })).toMatchObject([firing]);
    expect(detectedBy('price', then(31), { at: 31 })).toMatchObject([{ easing: true }]);
    expect(detectedBy('price', then(15, 9), { at: 15 })).toMatchObject([{ easing: true }]);
  });

  it.each([
    ['price', 'Our energy costs went up last year.'],
    ['price', 'What does it cost?'],
    ['price', 'So the price is locked at 900, correct?'],
    ['price', 'It is a big investment, but it is worth it.'],
    ['objection', 'My concern is the ants in the kitchen.'],
    ['objection', 'I have no concerns about the contract.'],
    ['timing', 'We used 120 minutes this quarter.'],
    ['timing', "What's the timeline?"],
    ['competitor', 'Can it detect when a competitor is mentioned?'],
    ['decision_maker', 'My boss has already approved it.'],
    ['cancellation', 'What if I want to cancel later?'],
  ] as const)('leave out what needs an answer or nothing: %s in “%s”', (topic, words) => {
    expect(detectedBy(topic, talk(['customer', 0, 10, words]), { at: 10 })).toEqual([]);
  });

  it.each([
    ['price', 'the price is higher than we had planned'],
    ['objection', 'i am not convinced that it would work for us'],
    ['objection', 'i have to think about it'],
    ['competitor', 'another vendor offered us 20 percent off'],
    ['timing', 'we need it by the end of june or we lose them'],
    ['decision_maker', 'i have to talk to my wife about it'],
    ['cancellation', 'i want to cancel my contract'],
  ] as const)('need no punctuation: %s in “%s”', (topic, words) => {
    expect(detectedBy(topic, `Customer: ${words}`)).toMatchObject([{ words, ...firing }]);
  });

  it('quote twelve words at most', () => {
    const [card] = detectedBy('price', `Customer: ${blah(100).replace('.', '')} that is too expensive ${blah(100)}`);
    expect(card?.words).toContain('too expensive');
    expect(card?.words?.split(' ').length).toBeLessThanOrEqual(12);
  });

  const OFFER = 'We bring it on a truck and set it up for you.';
  const told = (rule: 'buying_signal' | 'price' | 'objection' | 'cancellation', ...said: readonly string[]) =>
    detectedBy(rule, said.map((words, at) => `${at % 2 === 0 ? 'Rep' : 'Customer'}: ${words}`).join('\n'));

  it('of a buying signal are for a rep who has not proposed what comes next', () => {
    expect(told('buying_signal', OFFER, 'Good. I am ready to move forward.')).toHaveLength(1);
    expect(told('buying_signal', `${OFFER} Shall we start on Monday?`, 'Good. I am ready to move forward.')).toEqual([]);
    expect(detectedBy('buying_signal', 'Customer: We would like to order eighty chairs.')).toEqual([]);
  });

  it('sell no more once the customer has said yes', () => {
    expect(told('price', OFFER, 'It is too expensive.')).toHaveLength(1);
    expect(told('price', OFFER, 'We will take it.', 'Thank you.', 'Though it is too expensive.')).toEqual([]);
  });

  it('leave out what the customer tells of today, and a second wish to leave', () => {
    const doubt = 'I am skeptical.';
    expect(told('objection', OFFER, doubt)).toHaveLength(1);
    expect(told('objection', 'How do you handle that today?', doubt)).toEqual([]);
    expect(told('cancellation', OFFER, 'I want to cancel my contract.', 'Why?', 'Just cancel my contract.')).toMatchObject([{ turn: 1 }]);
  });

  it('do not sell in a support call', () => {
    const support = (words: string) =>
      `Rep: Marlow support, how can I help?\nCustomer: My machine is not working, it shows an error. ${words}`;
    expect(detectedBy('price', support('A new one is too expensive.'))).toEqual([]);
    expect(detectedBy('cancellation', support('I want to cancel my contract.'))).toMatchObject([
      { text: expect.stringContaining('Do not argue yet') },
    ]);
    expect(detectedBy('cancellation', support('Nobody helps. I want to cancel my contract.'))).toMatchObject([
      { text: expect.stringContaining('Take up the reason') },
    ]);
  });
});

describe('a support call', () => {
  const support = (...said: readonly string[]) =>
    [
      'Rep: Marlow support, how can I help?',
      'Customer: My machine is not working, it shows an error.',
      'Rep: Which one is it?',
      ...said.map((words, at) => `${at % 2 === 0 ? 'Customer' : 'Rep'}: ${words}`),
    ].join('\n');
  const BAD = 'This is ridiculous, I have called three times.';

  it('shows frustration that the rep passed over', () => {
    expect(detectedBy('frustration', support(BAD, 'Please read me the number on the back.'))).toMatchObject([
      { kind: 'urgent', turn: 3, text: expect.stringContaining('You passed over “'), ...firing },
    ]);
    expect(detectedBy('frustration', support(BAD, 'I am sorry. Please read me the number on the back.'))).toEqual([]);
    expect(detectedBy('frustration', support('It is the small one.', 'Please read me the number on the back.'))).toEqual([]);
    expect(detectedBy('frustration', support(BAD))).toEqual([]);
  });

  it('shows a no without another way', () => {
    const asked = 'Can you send me a new one?';
    expect(detectedBy('frustration', support(asked, 'No, there is nothing I can do about that.'))).toMatchObject([
      { text: expect.stringContaining('You said no and nothing else') },
    ]);
    expect(detectedBy('frustration', support(asked, 'There is nothing I can do about that, but I can lend you one.'))).toEqual([]);
  });
});

describe('a question not answered', () => {
  const asked = (question: string, reply: string) => detectedBy('unanswered', `Customer: ${question}\nRep: ${reply}`);

  it.each([
    ['How much is it for ten people?', 'That is a very good offer, and everybody likes it.', 1],
    ['How much is it for ten people?', 'It is $40 for each of them, with the service.', 0],
    ['How long does it take?', 'That depends on the team, some are fast and some are not.', 1],
    ['how long does it take', 'that depends on the team some are fast and some are not', 1],
    ['How long does it take?', 'That depends on the team, but two weeks is usual.', 0],
    ['How long does it take?', 'That depends.', 0],
    ['How long does it take?', 'That depends on the team, how many people do you have?', 0],
    ['What color is it?', 'That depends on the team, some are fast and some are not.', 0],
  ])('%s – %s: %d', (question, reply, count) => {
    expect(asked(question, reply)).toHaveLength(count);
  });
});

describe('an unhappy customer', () => {
  const BAD = 'This is terrible, nothing works.';
  const bad = (times: number, end = '') => `${Array.from({ length: times }, () => `Customer: ${BAD}\nRep: Hm.`).join('\n')}${end}`;

  it('is one with three negative turns in a row', () => {
    expect(detectedBy('negative_streak', bad(2))).toEqual([]);
    expect(detectedBy('negative_streak', bad(3))).toMatchObject([
      {
        kind: 'urgent',
        value: 3,
        turn: 4,
        text: 'The customer sounded unhappy 3 times in a row. Say: “I am sorry, that is not how it should be. Let me tell you what I do now.”',
        ...firing,
      },
    ]);
    expect(detectedBy('negative_streak', talk(['customer', 0, 5, BAD], ['rep', 6, 7, 'Hm.'], ['customer', 8, 9, BAD]), { at: 9 })).toEqual(
      [],
    );
  });

  it('stays unhappy over a sign of listening; one neutral turn leaves it open, a good one ends it', () => {
    expect(detectedBy('negative_streak', bad(3, '\nCustomer: Yes, right.'))).toMatchObject([{ value: 3, ...firing }]);
    expect(detectedBy('negative_streak', bad(3, '\nCustomer: The machine is in the kitchen.'))).toMatchObject([{ value: 3, easing: true }]);
    expect(detectedBy('negative_streak', bad(3, '\nCustomer: That is wonderful, I love it.'))).toEqual([]);
  });
});

describe('silence', () => {
  it('fires after more than ten seconds, whoever spoke last', () => {
    const shareOf = talk([null, 0, 10, blah(9)]);
    expect(detectedBy('silence', shareOf, { at: 20 })).toEqual([]);
    expect(detectedBy('silence', shareOf, { at: 21 })).toMatchObject([
      { kind: 'tip', value: 11, turn: null, text: 'Nobody has spoken for 11 s. Say what you are doing, or what comes next.' },
    ]);
  });

  it('is not known without times', () => {
    expect(detectedBy('silence', 'Rep: Hello.', { at: 600 })).toEqual([]);
  });
});

describe('interruptions', () => {
  const CUT = [
    ['customer', 0, 10, blah(9)],
    ['rep', 8, 12, blah(9)],
    ['customer', 13, 20, blah(9)],
    ['rep', 19, 22, blah(9)],
    ['customer', 23, 30, blah(9)],
    ['rep', 30.4, 32, blah(9)],
  ] as const;

  it('hold from the third of the rep within two minutes', () => {
    expect(detectedBy('interruptions', talk(...CUT), { at: 32 })).toMatchObject([
      {
        kind: 'tip',
        value: 3,
        turn: 5,
        text: 'You cut in 3 times in 2 minutes. Wait until they have finished, then count to two.',
        ...firing,
      },
    ]);
    expect(detectedBy('interruptions', talk(...CUT.slice(0, 4)), { at: 32 })).toMatchObject([{ value: 2, easing: true }]);
    expect(detectedBy('interruptions', talk(...CUT.slice(0, 2)), { at: 32 })).toEqual([]);
    // The first was more than two minutes ago.
    expect(detectedBy('interruptions', talk(...CUT), { at: 129 })).toMatchObject([{ value: 2, easing: true }]);
  });

  it('are not those of the customer, and not known without times', () => {
    const turned = CUT.map(([speaker, ...rest]) => [speaker === 'rep' ? 'customer' : 'rep', ...rest] as const);
    expect(detectedBy('interruptions', talk(...turned), { at: 32 })).toEqual([]);
    expect(detectedBy('interruptions', CUT.map(([speaker, , , text]) => `${speaker}: ${text}`).join('\n'), { at: 32 })).toEqual([]);
  });
});

describe('pace', () => {
  const speaking = (words: number, seconds = 30) => talk(['rep', 0, seconds, blah(words)]);

  it('holds above 160 words a minute over 30 s, and eases ten below', () => {
    expect(detectedBy('pace', speaking(81), { at: 30 })).toMatchObject([
      { kind: 'tip', value: 162, turn: 0, text: 'You speak 162 words a minute. Slow down, and pause after each point.', ...firing },
    ]);
    expect(detectedBy('pace', speaking(80), { at: 30 })).toMatchObject([{ value: 160, easing: true }]);
    expect(detectedBy('pace', speaking(75), { at: 30 })).toEqual([]);
  });

  it('is silent before 30 s of it, long after it, for the customer, and without times', () => {
    expect(detectedBy('pace', speaking(81, 29), { at: 30 })).toEqual([]);
    expect(detectedBy('pace', speaking(81), { at: 61 })).toEqual([]);
    expect(detectedBy('pace', talk(['customer', 0, 30, blah(99)]), { at: 30 })).toEqual([]);
    expect(detectedBy('pace', `Rep: ${blah(200)}`, { at: 30 })).toEqual([]);
  });
});

describe('filler words', () => {
  const filled = (count: number) => `${'Um, '.repeat(count)}${blah(60 - count)}`;

  it('hold above four a minute', () => {
    expect(detectedBy('fillers', talk(['rep', 0, 60, filled(5)]), { at: 60 })).toMatchObject([
      { kind: 'tip', value: 5, text: 'You use 5 filler words a minute. Pause instead.', ...firing },
    ]);
    expect(detectedBy('fillers', talk(['rep', 0, 60, filled(4)]), { at: 60 })).toMatchObject([{ easing: true }]);
    expect(detectedBy('fillers', talk(['rep', 0, 60, filled(3)]), { at: 60 })).toEqual([]);
    expect(detectedBy('fillers', talk(['rep', 0, 59, filled(20)]), { at: 60 })).toEqual([]);
  });

  it('are estimated by words without times', () => {
    expect(detectedBy('fillers', `Rep: ${filled(5)}`, { at: 60 })).toMatchObject([{ value: 5, ...firing }]);
    expect(detectedBy('fillers', `Rep: ${filled(5)}`, { at: 59 })).toEqual([]);
    expect(detectedBy('fillers', `Rep: ${filled(5)}`)).toEqual([]);
  });
});

describe('no next step', () => {
  const NEXT = "Let's meet on Monday.";

  it('holds in the last tenth of the planned time', () => {
    const shareOf = talk(['rep', 0, 10, NEXT], ['customer', 10, 500, blah(99)]);
    expect(detectedBy('no_next_step', shareOf, { at: 539, planned: 600 })).toEqual([]);
    expect(detectedBy('no_next_step', shareOf, { at: 540, planned: 600 })).toMatchObject([
      {
        kind: 'tip',
        value: 10,
        turn: null,
        text: '60 s left and no next step agreed. Say: “When shall we speak again, and what do you need from me until then?”',
      },
    ]);
    expect(detectedBy('no_next_step', shareOf, { at: 700, planned: 600 })).toMatchObject([
      {
        value: 0,
        text: 'The planned time is over and no next step agreed. Say: “When shall we speak again, and what do you need from me until then?”',
      },
    ]);
    expect(detectedBy('no_next_step', shareOf, { at: 700 })).toEqual([]);
  });

  it('stops when someone names one towards the end', () => {
    const shareOf = talk(['rep', 0, 480, blah(99)], ['customer', 481, 485, NEXT]);
    expect(detectedBy('no_next_step', shareOf, { at: 550, planned: 600 })).toEqual([]);
  });

  it('is estimated by words without times', () => {
    expect(detectedBy('no_next_step', `Rep: ${blah(80)} ${NEXT}`, { at: 550, planned: 600 })).toEqual([]);
    expect(detectedBy('no_next_step', `Rep: ${NEXT}\nCustomer: ${blah(80)}`, { at: 550, planned: 600 })).toHaveLength(1);
  });
});
