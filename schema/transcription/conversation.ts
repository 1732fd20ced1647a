import type { MomentKind as Kind } from '#contract/call.ts';
import type { Turn } from '#domain/conversation/dialogue.ts';
import type { BySpeaker, ConversationMetrics as Metrics, Questions, Run } from '#domain/conversation/measure.ts';
import type { StoredAnalysis } from '#domain/transcription/analysis.ts';
import { builder } from '../builder.ts';

export const Speaker = builder.enumType('Speaker', {
  description: 'Who speaks in a call.',
  values: { rep: { description: 'The rep.' }, customer: { description: 'The customer.' } },
});

const MomentKind = builder.enumType('MomentKind', {
  description: 'Kind of a key moment.',
  values: {
    need: { description: 'The customer says what they need.' },
    problem: { description: 'The customer reports a problem.' },
    price: { description: 'Price is discussed.' },
    objection: { description: 'The customer objects.' },
    competitor: { description: 'A competitor is mentioned.' },
    timing: { description: 'Timing is discussed.' },
    decision: { description: 'The decision is discussed.' },
    agreement: { description: 'Something is agreed.' },
    praise: { description: 'The customer praises.' },
  } satisfies Record<Kind, { description: string }>,
});

export const DialogueTurn = builder.objectRef<Turn>('DialogueTurn').implement({
  description: 'What one speaker says until another one speaks.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Index in the dialogue, from 0.' }),
    speaker: t.expose('speaker', { type: Speaker, nullable: true, description: 'Who speaks; null when unknown.' }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the speaker in the transcript; null when it has none.' }),
    text: t.exposeString('text', { description: 'The spoken words.' }),
    start: t.exposeInt('start', { nullable: true, description: 'Milliseconds from the start of the call; null when unknown.' }),
    end: t.exposeInt('end', { nullable: true, description: 'Milliseconds from the start of the call; null when unknown.' }),
  }),
});

export const KeyMoment = builder.objectRef<StoredAnalysis['keyMoments'][number]>('KeyMoment').implement({
  description: 'A moment of a call worth revisiting.',
  fields: (t) => ({
    kind: t.expose('kind', { type: MomentKind, description: 'Kind of the moment.' }),
    speaker: t.expose('speaker', { type: Speaker, nullable: true, description: 'Who speaks; null when unknown.' }),
    quote: t.exposeString('quote', { description: 'The quoted words.' }),
    turn: t.exposeInt('turn', { description: 'Index of the turn, from 0.' }),
  }),
});

export const NextStep = builder.objectRef<StoredAnalysis['nextSteps'][number]>('NextStep').implement({
  description: 'A next step promised or requested in a call.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'What to do.' }),
    owner: t.expose('owner', { type: Speaker, nullable: true, description: 'Who has to do it; null when nobody was named.' }),
    due: t.exposeString('due', {
      nullable: true,
      description: 'Due date in the words of the call, such as “by Friday”; null when none was mentioned.',
    }),
  }),
});

const TalkShare = builder.objectRef<NonNullable<Metrics['talkShare']>>('TalkShare').implement({
  description: 'The rep’s share of the talking; null when the speakers are unknown.',
  fields: (t) => ({
    rep: t.exposeFloat('rep', { description: 'Rep ÷ (rep + customer), 0 to 1, without silence.' }),
    basis: t.exposeString('basis', {
      description: 'What was divided: speaking `time`, or `words` when the transcript has no times.',
    }),
    ofCall: t.exposeFloat('ofCall', {
      nullable: true,
      description: 'The rep’s speaking time ÷ length of the call, 0 to 1; null without times.',
    }),
  }),
});

const TalkRun = builder.objectRef<Run>('TalkRun').implement({
  description: 'Consecutive turns of one speaker.',
  fields: (t) => ({
    turn: t.exposeInt('turn', { description: 'Index of its first turn.' }),
    words: t.exposeInt('words', { description: 'Number of words.' }),
    length: t.exposeInt('length', { nullable: true, description: 'Length in milliseconds; null without times.' }),
  }),
});

const QuestionCount = builder.objectRef<Questions>('QuestionCount').implement({
  description: 'Questions of one speaker.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of questions.' }),
    perHour: t.exposeFloat('perHour', { nullable: true, description: 'Questions per hour of the call; null without a duration.' }),
    open: t.exposeInt('open', { description: 'Open questions: what, why, how.' }),
    closed: t.exposeInt('closed', { description: 'Questions that ask for a fact, a yes or a no.' }),
  }),
});

const FillerCount = builder.objectRef<NonNullable<Metrics['fillers']>['rep']>('FillerCount').implement({
  description: 'Filler words of one speaker, such as "um" and "you know".',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of filler words.' }),
    perMinute: t.exposeFloat('perMinute', {
      nullable: true,
      description: 'Filler words per minute of speaking; null without times or a duration.',
    }),
  }),
});

const QuestionsBySpeaker = builder.objectRef<BySpeaker<Questions>>('QuestionsBySpeaker').implement({
  description: 'Questions by speaker.',
  fields: (t) => ({
    rep: t.expose('rep', { type: QuestionCount, description: 'The rep’s questions.' }),
    customer: t.expose('customer', { type: QuestionCount, description: 'The customer’s questions.' }),
  }),
});

const FillersBySpeaker = builder.objectRef<NonNullable<Metrics['fillers']>>('FillersBySpeaker').implement({
  description: 'Filler words by speaker.',
  fields: (t) => ({
    rep: t.expose('rep', { type: FillerCount, description: 'The rep’s filler words.' }),
    customer: t.expose('customer', { type: FillerCount, description: 'The customer’s filler words.' }),
  }),
});

const Interruptions = builder.objectRef<BySpeaker<number>>('Interruptions').implement({
  description: 'Turns that begin while the other speaks, or within half a second after. Short listening sounds do not count.',
  fields: (t) => ({
    rep: t.exposeInt('rep', { description: 'Interruptions by the rep.' }),
    customer: t.exposeInt('customer', { description: 'Interruptions by the customer.' }),
  }),
});

const SpeakingPace = builder.objectRef<NonNullable<Metrics['pace']>>('SpeakingPace').implement({
  description: 'Words per minute of speaking.',
  fields: (t) => ({
    rep: t.exposeFloat('rep', { nullable: true, description: 'The rep’s pace; null when unknown.' }),
    customer: t.exposeFloat('customer', { nullable: true, description: 'The customer’s pace; null when unknown.' }),
    estimated: t.exposeBoolean('estimated', {
      description: 'Whether speaking time is estimated from the duration of the call, because turns have no times.',
    }),
  }),
});

const Silence = builder.objectRef<NonNullable<Metrics['silence']>>('Silence').implement({
  description: 'Time in which nobody spoke.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Total in milliseconds.' }),
    share: t.exposeFloat('share', { description: 'Total ÷ length of the call, 0 to 1.' }),
    longest: t.exposeInt('longest', { description: 'Longest silence in milliseconds.' }),
  }),
});

const TopicMention = builder.objectRef<Metrics['topics'][number]>('TopicMention').implement({
  description: 'A topic that came up in a call.',
  fields: (t) => ({
    topic: t.exposeString('topic', { description: '`price`, `competitor`, `timing`, `decision_maker`, `objection` or `next_step`.' }),
    speaker: t.expose('speaker', { type: Speaker, nullable: true, description: 'Who brought it up; null when unknown.' }),
    turn: t.exposeInt('turn', { description: 'Index of the turn, from 0.' }),
  }),
});

export const ConversationMetrics = builder.objectRef<Metrics>('ConversationMetrics').implement({
  description:
    'Metrics counted in a call by rules, without a model. Null when a metric cannot be counted, because the transcript has no speakers or times.',
  fields: (t) => ({
    wordCount: t.exposeInt('wordCount', { description: 'Words in the call.' }),
    questionRatio: t.exposeFloat('questionRatio', {
      nullable: true,
      description: 'Questions ÷ sentences, 0 to 1; null without sentences.',
    }),
    sentimentScore: t.exposeFloat('sentimentScore', {
      nullable: true,
      description:
        '0 (negative) to 1 (positive), 0.5 is neutral. From the customer’s words, or all words when the customer is unknown; recent words weigh more.',
    }),
    engagementLevel: t.exposeFloat('engagementLevel', {
      nullable: true,
      description:
        '0 to 1: weighted from turn-taking (30%), the customer’s talk share (30%), their questions (20%) and reactions (20%). Null until both have spoken.',
    }),
    talkShare: t.expose('talkShare', {
      type: TalkShare,
      nullable: true,
      description: 'The rep’s share of the talking; null when the speakers are unknown.',
    }),
    longestMonologue: t.expose('longestMonologue', { type: TalkRun, nullable: true, description: 'The rep’s longest run of turns.' }),
    longestStory: t.expose('longestStory', { type: TalkRun, nullable: true, description: 'The customer’s longest run of turns.' }),
    interactivity: t.exposeFloat('interactivity', {
      nullable: true,
      description: 'Changes of speaker per minute of the call.',
    }),
    patience: t.exposeFloat('patience', {
      nullable: true,
      description: 'Median pause in milliseconds before the rep answers the customer; needs times.',
    }),
    questions: t.expose('questions', { type: QuestionsBySpeaker, nullable: true, description: 'Questions by speaker.' }),
    interruptions: t.expose('interruptions', {
      type: Interruptions,
      nullable: true,
      description: 'Interruptions by speaker; needs times.',
    }),
    silence: t.expose('silence', { type: Silence, nullable: true, description: 'Time in which nobody spoke; needs times.' }),
    pace: t.expose('pace', { type: SpeakingPace, nullable: true, description: 'Words per minute by speaker.' }),
    fillers: t.expose('fillers', { type: FillersBySpeaker, nullable: true, description: 'Filler words by speaker.' }),
    topics: t.field({
      type: [TopicMention],
      description: 'Topics in the order they came up, each once per turn.',
      resolve: ({ topics }) => [...topics],
    }),
  }),
});
