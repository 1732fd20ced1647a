import { describe, expect, it } from 'vitest';
import { BACK_CHANNEL, countWords, createCounter, FILLERS, isOpen, REACTIONS, TOPICS } from './counted-turns.ts';
import { isSpokenQuestion } from './spoken-questions.ts';

it.each([
  ['', 0],
  [' … — !? ', 0],
  ["Don't do it.", 3],
  ['It costs $1,490.50 for thirty-six.', 5],
  ['Okay—so, well…fine.', 4],
  ['Was kostet das? Où ça?', 5],
  ['👍 ok 🙂', 1],
  ['مرحبا كيف حالك', 3],
  ['我们需要价格', 3],
  ['x'.repeat(1_000), 1],
])('of words %j has %i', (text, words) => expect(countWords(text)).toBe(words));

describe('fillers', () => {
  it.each([
    ['Um, I think, uh, yes. Erm.', ['Um', 'uh', 'Erm']],
    ['It is, you know, slow.', ['you know']],
    ["I don't know. Do you know? You know that it is.", []],
    ['I mean, it works.', ['I mean']],
    ['I know what I mean. I mean it.', []],
    ["It's kind of slow, sort of.", ['kind of', 'sort of']],
    ['What kind of machine? This kind of machine.', []],
    ['They come back with, like, a croissant.', ['like']],
    ['I like it, like my brother. It looks like rain.', []],
    ['Basically it is literally the same.', ['Basically', 'literally']],
    ['Her umbrella is in the error log. Uh-huh.', []],
  ])('of %j are %j', (text, found) => expect(text.match(FILLERS) ?? []).toEqual(found));
});

describe('signs of listening', () => {
  it.each(['Yes.', 'Yeah, yeah.', 'right', 'Mm-hm.', 'uh-huh', 'Okay, got it.', 'I see.', 'Oh, wow!', "That's right.", 'Sure… of course.'])(
    '%j is one',
    (text) => expect(BACK_CHANNEL.test(text)).toBe(true),
  );
  it.each(['No.', 'Yes, but no.', 'Right now?', 'I see a problem.', 'What?', 'Great machine', '', '...'])('%j is none', (text) =>
    expect(BACK_CHANNEL.test(text)).toBe(false),
  );
});

it.each([
  ['Oh, that is good. Really?', ['Oh', 'that is good', 'Really']],
  ['Good question. I love it, it makes sense.', ['Good question', 'I love', 'it makes sense']],
  ['The greatest coherent story.', []],
])('reactions in %j are %j', (text, found) => expect(text.match(REACTIONS) ?? []).toEqual(found));

describe('topics', () => {
  const topicsOf = (text: string) => TOPICS.filter(([, pattern]) => pattern.test(text)).map(([topic]) => topic);

  it.each([
    ['What does it cost?', ['price']],
    ['It is $279 a month.', ['price']],
    ['Two seventy-nine a month.', ['price']],
    ['We have a budget.', ['price']],
    ["I've got another offer.", ['competitor']],
    ['We are talking to someone else.', ['competitor']],
    ['We currently use capsules.', ['competitor']],
    ['How long does it take?', ['timing']],
    ['We need it by the end of March.', ['timing']],
    ['It comes in two weeks.', ['timing']],
    ['I have to ask my boss.', ['decision_maker']],
    ['The board signs off.', ['decision_maker']],
    ['Who else has a say?', ['decision_maker']],
    ["It's too loud.", ['objection']],
    ["We don't need it.", ['objection']],
    ["I'm not convinced.", ['objection']],
    ['I worry about the water.', ['objection']],
    ["I'll send you the sheet.", ['next_step']],
    ['Let us talk on Friday.', ['next_step']],
    ['Shall we do Thursday at two?', ['next_step']],
    ["That's more than my director can afford.", ['price', 'decision_maker']],
    ['It is too expensive, they were cheaper.', ['price', 'objection']],
  ])('of %j are %j', (text, topics) => expect(topicsOf(text)).toEqual(topics));

  it.each(['Good morning.', "Don't worry.", 'It leaks from behind.', 'Call it a day.', 'Somebody else came in.', 'The costume fits.'])(
    'of %j are none',
    (text) => expect(topicsOf(text)).toEqual([]),
  );
});

it.each([
  'How much is it?',
  'You have the quote in front of you?',
  'Right?',
  'We are forty people, how much is that?',
  'Could you send it.',
  'could you send me the price',
  'Um, so could you tell me what it costs',
  'what happens if it breaks',
  'Okay, and what about milk.',
  'Yeah, how does it work.',
  'which one is that',
  'how many people are there',
  'is there a discount',
  'Do the prices include tax',
  'have you looked at others',
  'who else is involved',
  'I was wondering if you rent machines.',
  'Any chance of a discount.',
  'Tell me about your mornings.',
  'walk me through your week',
])('counts %j as a question', (sentence) => expect(isSpokenQuestion(sentence)).toBe(true));

it.each([
  'It is fine.',
  'Which worked for you last year.',
  "Which we're not supposed to know.",
  'And how it ended.',
  'When we installed it, it was new.',
  'When it breaks we call.',
  'What we have is new.',
  'What matters is the price.',
  'How it works is simple.',
  'So would I.',
  'So do we.',
  'Do that.',
  "Don't worry.",
  'Then have it in peace.',
  'Have a nice day.',
  'Will do.',
  'What a day!',
  'How nice of you.',
  'no one asked',
  'Right.',
  '???',
])('does not count %j as a question', (sentence) => expect(isSpokenQuestion(sentence)).toBe(false));

it.each([
  ['What would you like it to say?', true],
  ['Why did you leave them?', true],
  ['And how does the deciding work at your place?', true],
  ['So if it dies on Saturday, what happens?', true],
  ['Could you tell me how you do it today?', true],
  ['Tell me about your mornings.', true],
  ['Which branch should be first?', true],
  ['How many people is it?', false],
  ['How long does it take?', false],
  ['What time is it?', false],
  ['What is the total?', false],
  ['When does it come?', false],
  ['Who signs?', false],
  ['Is it plugged in?', false],
  ['Can I tell you what I see?', false],
  ['You have the quote?', false],
])('of %j that it is open is %s', (question, open) => expect(isOpen(question)).toBe(open));

it('finds no question where a long sentence without punctuation is cut before a verb', () => {
  const text = 'our machines are the best there are and they grind for each cup and they clean themselves at night '.repeat(40);
  const [turn] = createCounter()([{ index: 0, speaker: 'rep', name: null, text, start: null, end: null }]);
  expect(turn?.questions).toBe(0);
});
