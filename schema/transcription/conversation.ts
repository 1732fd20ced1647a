import type { MomentKind as Kind } from '#contract/call.ts';
import type { Turn } from '#domain/conversation/dialogue.ts';
import type { BySpeaker, ConversationMetrics as Metrics, Questions, Run } from '#domain/conversation/metrics.ts';
import type { StoredAnalysis } from '#domain/transcription/analysis.ts';
import { builder } from '../builder.ts';

export const Speaker = builder.enumType('Speaker', {
  description: 'Who speaks in a call.',
  values: { rep: { description: 'One of us.' }, customer: { description: 'The other party.' } },
});

const MomentKind = builder.enumType('MomentKind', {
  description: 'What makes a moment of a call worth going back to.',
  values: {
    need: { description: 'The customer says what they need.' },
    problem: { description: 'The customer tells of a problem.' },
    price: { description: 'Money is spoken of.' },
    objection: { description: 'The customer has a doubt.' },
    competitor: { description: 'Another supplier is named.' },
    timing: { description: 'It is about when.' },
    decision: { description: 'It is about who decides.' },
    agreement: { description: 'Something is agreed.' },
    praise: { description: 'The customer is pleased.' },
  } satisfies Record<Kind, { description: string }>,
});

export const DialogueTurn = builder.objectRef<Turn>('DialogueTurn').implement({
  description: 'What one speaker says until another does.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its place in the dialogue, from 0.' }),
    speaker: t.expose('speaker', { type: Speaker, nullable: true, description: 'Whose words they are; null where nothing tells.' }),
    name: t.exposeString('name', { nullable: true, description: 'Who speaks, as the transcript writes it; null where it names nobody.' }),
    text: t.exposeString('text', { description: 'What was said.' }),
    start: t.exposeInt('start', { nullable: true, description: 'Milliseconds from the beginning of the call, where known.' }),
    end: t.exposeInt('end', { nullable: true, description: 'Milliseconds from the beginning of the call, where known.' }),
  }),
});

export const KeyMoment = builder.objectRef<StoredAnalysis['keyMoments'][number]>('KeyMoment').implement({
  description: 'A moment of a call worth going back to.',
  fields: (t) => ({
    kind: t.expose('kind', { type: MomentKind, description: 'What makes it worth that.' }),
    speaker: t.expose('speaker', { type: Speaker, nullable: true, description: 'Whose words they are; null where nothing tells.' }),
    quote: t.exposeString('quote', { description: 'The words themselves.' }),
    turn: t.exposeInt('turn', { description: 'The turn of the dialogue it is in, from 0.' }),
  }),
});

export const NextStep = builder.objectRef<StoredAnalysis['nextSteps'][number]>('NextStep').implement({
  description: 'Something that was promised or asked for in a call.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'What has to be done.' }),
    owner: t.expose('owner', { type: Speaker, nullable: true, description: 'Who has to do it; null where that was left open.' }),
    due: t.exposeString('due', { nullable: true, description: 'By when, in the words of the call; null where nothing was said.' }),
  }),
});

const TalkShare = builder.objectRef<NonNullable<Metrics['talkShare']>>('TalkShare').implement({
  description: 'How much of the talking was ours.',
  fields: (t) => ({
    rep: t.exposeFloat('rep', { description: 'What the rep said of what both said, 0 to 1; silence does not count.' }),
    basis: t.exposeString('basis', {
      description: 'What it is a share of: speaking `time`, or `words` where the transcript has no times.',
    }),
    ofCall: t.exposeFloat('ofCall', {
      nullable: true,
      description: 'What the rep said of the whole call, silence included, 0 to 1; null without times.',
    }),
  }),
});

const TalkRun = builder.objectRef<Run>('TalkRun').implement({
  description: 'A stretch in which nobody but one speaker talked.',
  fields: (t) => ({
    turn: t.exposeInt('turn', { description: 'The turn it begins with.' }),
    words: t.exposeInt('words', { description: 'How many words it has.' }),
    length: t.exposeInt('length', { nullable: true, description: 'Milliseconds; null without times.' }),
  }),
});

const QuestionCount = builder.objectRef<Questions>('QuestionCount').implement({
  description: 'The questions of one speaker.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many.' }),
    perHour: t.exposeFloat('perHour', { nullable: true, description: 'Per hour of the call; null without a duration.' }),
    open: t.exposeInt('open', { description: 'Those that ask for more than yes or no.' }),
    closed: t.exposeInt('closed', { description: 'The others.' }),
  }),
});

const FillerCount = builder.objectRef<NonNullable<Metrics['fillers']>['rep']>('FillerCount').implement({
  description: 'The filler words of one speaker, such as "um" and "you know".',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many.' }),
    perMinute: t.exposeFloat('perMinute', { nullable: true, description: 'Per minute spoken by them; null without times or a duration.' }),
  }),
});

const QuestionsBySpeaker = builder.objectRef<BySpeaker<Questions>>('QuestionsBySpeaker').implement({
  description: 'Who asked how much.',
  fields: (t) => ({
    rep: t.expose('rep', { type: QuestionCount, description: 'Our questions.' }),
    customer: t.expose('customer', { type: QuestionCount, description: 'Theirs.' }),
  }),
});

const FillersBySpeaker = builder.objectRef<NonNullable<Metrics['fillers']>>('FillersBySpeaker').implement({
  description: 'Who used how many filler words.',
  fields: (t) => ({
    rep: t.expose('rep', { type: FillerCount, description: 'Ours.' }),
    customer: t.expose('customer', { type: FillerCount, description: 'Theirs.' }),
  }),
});

const Interruptions = builder.objectRef<BySpeaker<number>>('Interruptions').implement({
  description: 'How often each began to speak while the other still did, or within half a second after.',
  fields: (t) => ({
    rep: t.exposeInt('rep', { description: 'How often we did.' }),
    customer: t.exposeInt('customer', { description: 'How often they did.' }),
  }),
});

const SpeakingPace = builder.objectRef<NonNullable<Metrics['pace']>>('SpeakingPace').implement({
  description: 'Words a minute of each one’s own speaking time.',
  fields: (t) => ({
    rep: t.exposeFloat('rep', { nullable: true, description: 'Ours.' }),
    customer: t.exposeFloat('customer', { nullable: true, description: 'Theirs.' }),
    estimated: t.exposeBoolean('estimated', {
      description: 'Whether the speaking time was estimated from the call’s duration, since the turns have no times.',
    }),
  }),
});

const Silence = builder.objectRef<NonNullable<Metrics['silence']>>('Silence').implement({
  description: 'The time in which nobody spoke.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Milliseconds.' }),
    share: t.exposeFloat('share', { description: 'Of the call, 0 to 1.' }),
    longest: t.exposeInt('longest', { description: 'The longest of them, in milliseconds.' }),
  }),
});

const TopicMention = builder.objectRef<Metrics['topics'][number]>('TopicMention').implement({
  description: 'A topic that came up in a call.',
  fields: (t) => ({
    topic: t.exposeString('topic', { description: '`price`, `competitor`, `timing`, `decision_maker`, `objection` or `next_step`.' }),
    speaker: t.expose('speaker', { type: Speaker, nullable: true, description: 'Who brought it up; null where nothing tells.' }),
    turn: t.exposeInt('turn', { description: 'In which turn of the dialogue, from 0.' }),
  }),
});

export const ConversationMetrics = builder.objectRef<Metrics>('ConversationMetrics').implement({
  description:
    'What was counted in a call, without a model. Null means that this transcript does not let it be counted: nobody is named, or nothing has a time.',
  fields: (t) => ({
    wordCount: t.exposeInt('wordCount', { description: 'Words in the whole call.' }),
    questionRatio: t.exposeFloat('questionRatio', { nullable: true, description: 'Questions in a sentence, 0 to 1.' }),
    sentimentScore: t.exposeFloat('sentimentScore', {
      nullable: true,
      description: '0 to 1, neutral 0.5: from the customer’s words where they are named, else from all; what was said last weighs most.',
    }),
    engagementLevel: t.exposeFloat('engagementLevel', {
      nullable: true,
      description: '0 to 1: from turn-taking, the customer’s share, their questions and their reactions.',
    }),
    talkShare: t.expose('talkShare', { type: TalkShare, nullable: true, description: 'How much of the talking was ours.' }),
    longestMonologue: t.expose('longestMonologue', { type: TalkRun, nullable: true, description: 'The rep’s longest stretch.' }),
    longestStory: t.expose('longestStory', { type: TalkRun, nullable: true, description: 'The customer’s longest stretch.' }),
    interactivity: t.exposeFloat('interactivity', {
      nullable: true,
      description: 'How often the word went from one to the other, per minute of the call.',
    }),
    patience: t.exposeFloat('patience', {
      nullable: true,
      description: 'Milliseconds the rep waits after the customer spoke, the middle one of all such gaps.',
    }),
    questions: t.expose('questions', { type: QuestionsBySpeaker, nullable: true, description: 'Who asked how much.' }),
    interruptions: t.expose('interruptions', { type: Interruptions, nullable: true, description: 'Who cut in how often; needs times.' }),
    silence: t.expose('silence', { type: Silence, nullable: true, description: 'The time in which nobody spoke; needs times.' }),
    pace: t.expose('pace', { type: SpeakingPace, nullable: true, description: 'How fast each speaks.' }),
    fillers: t.expose('fillers', { type: FillersBySpeaker, nullable: true, description: 'Who used how many filler words.' }),
    topics: t.field({ type: [TopicMention], description: 'What came up, in the order it did.', resolve: ({ topics }) => [...topics] }),
  }),
});
