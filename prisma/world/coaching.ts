import { ago } from './moment.ts';
import type { WorldCoachingSession, WorldInsight, WorldMetric } from './types.ts';

export const COACHING_SESSIONS: readonly WorldCoachingSession[] = [
  {
    key: 'summit-review',
    person: 'demo',
    title: 'Keeping calm on the line: Summit Orthopedics',
    type: 'call_review',
    status: 'active',
    calls: ['summit-milk-locked'],
    analysisData: {
      overallScore: 0.86,
      strengths: [
        'Owned the mistake in the first two minutes',
        'Used the waiting time to learn how the first days went',
        'Sold nothing to an angry customer',
      ],
      weaknesses: ['The missing cartridge could have been asked for before the walk to the machine'],
      talkShare: 0.58,
      questionRatio: 0.15,
    },
    recommendations: [
      'Call every new Condor customer on the second morning, before the first milk lock can happen.',
      'Add the cartridge to the technician’s closing photo.',
      'Offer the plan again in two weeks, with the cup counts on the table.',
    ],
    goals: ['No milk lock in the first week of the next three Condors', 'A second training offered to every site with two shifts'],
    progress: { goalsMet: 0, goalsSet: 2, note: 'Late shift of Summit trained on Thursday.' },
    created: ago(2, 410),
  },
  {
    key: 'price-objections',
    person: 'demo',
    title: 'Price objections across the team',
    type: 'team_review',
    status: 'active',
    calls: ['tidewater-price', 'meridian-saturday', 'wexford-contract'],
    analysisData: {
      overallScore: 0.68,
      strengths: [
        'Meridian and Wexford: the customer’s own numbers and clauses before ours',
        'At Meridian and Wexford no bad word about Corvane',
      ],
      weaknesses: ['Tidewater: a monologue of over a hundred words as the answer to one sentence', 'Tidewater: no next step with a date'],
      talkShare: 0.61,
      questionRatio: 0.15,
    },
    recommendations: [
      'Answer the first price objection with a question about today’s spending.',
      'Put the sum of a whole year on every quote that competes with Corvane.',
      'Do not offer a smaller machine that the sizing guide rules out.',
    ],
    goals: ['Talk share below 55 percent in price talks', 'A date for the next step in every call', 'Two role plays per person'],
    progress: { goalsMet: 1, goalsSet: 3, note: 'Role plays done; the next calls will show the rest.' },
    created: ago(6, 240),
  },
  {
    key: 'discovery-skill',
    person: 'demo',
    title: 'Discovery: questions before prices',
    type: 'skill_focus',
    status: 'completed',
    calls: ['tessellate-discovery', 'ridgeway-board', 'pemberton-cold-call'],
    analysisData: {
      overallScore: 0.91,
      strengths: [
        'Nine questions before the first recommendation at Tessellate',
        'Changed the advice when the hiring plan came up',
        'Every call ended with a day and an hour',
      ],
      weaknesses: ['The decision maker was asked about late at Tessellate'],
      talkShare: 0.58,
      questionRatio: 0.2,
    },
    recommendations: ['Ask who else decides in the first third of the call.', 'Keep using the customer’s own cup counts.'],
    goals: ['Decision maker known before the quote', 'At least eleven questions in a discovery call'],
    progress: { goalsMet: 2, goalsSet: 2, note: 'Both goals held for two weeks in a row.' },
    created: ago(19, 70),
  },
  {
    key: 'support-handover',
    person: 'demo',
    title: 'When a repair does not hold: Harborview and Fairmont',
    type: 'call_review',
    status: 'completed',
    calls: ['harborview-leak', 'fairmont-h14', 'quarry-lane-descaling'],
    analysisData: {
      overallScore: 0.79,
      strengths: ['Safety first: the plug before the questions', 'A promise only where it could be kept', 'Steps given one at a time'],
      weaknesses: ['The root cause was known and had not reached the technician', 'No question about other machines of the same age'],
      talkShare: 0.6,
      questionRatio: 0.15,
    },
    recommendations: [
      'Write known causes into the ticket, not only the symptom.',
      'After a second failure, call back in person the next morning.',
    ],
    goals: ['No third visit for the same fault', 'Call back within a day after each repeat fault'],
    progress: { goalsMet: 2, goalsSet: 2, note: 'Harborview has asked for a quote for three larger machines since.' },
    created: ago(27, 300),
  },
];

const insight = (row: Omit<WorldInsight, 'person'>): WorldInsight => ({ person: 'demo', ...row });

export const COACHING_INSIGHTS: readonly WorldInsight[] = [
  insight({
    key: 'late-shift-training',
    session: 'summit-review',
    category: 'communication',
    priority: 'high',
    insight: 'Half of Summit’s staff had never been shown the machine, and the complaint came from that half.',
    actionItem: 'Ask for the shifts before the installation and plan one training per shift.',
    implemented: null,
    created: ago(2, 405),
  }),
  insight({
    key: 'use-the-wait',
    session: 'summit-review',
    category: 'rapport_building',
    priority: 'low',
    insight: 'You turned fourteen minutes of waiting into the best conversation of the month.',
    actionItem: 'Tell the team about it on Monday.',
    implemented: ago(1, 600),
    created: ago(2, 404),
  }),
  insight({
    key: 'no-plan-in-anger',
    session: 'summit-review',
    category: 'closing',
    priority: 'medium',
    insight: 'Leaving the service plan for later was right, but no date was set for it.',
    actionItem: 'Put a call about the plan into the calendar for two weeks from now.',
    implemented: null,
    created: ago(2, 403),
  }),
  insight({
    key: 'ask-today-spend',
    session: 'price-objections',
    category: 'objection_handling',
    priority: 'high',
    insight: 'At Tidewater the answer to “too high” was a list of what is included. Nobody asked what they pay today.',
    actionItem: 'Practise one sentence: “What are you spending today, all in?”',
    implemented: null,
    created: ago(6, 235),
  }),
  insight({
    key: 'year-not-month',
    session: 'price-objections',
    category: 'sales_technique',
    priority: 'high',
    insight: 'At Meridian, eighty-nine dollars a month stopped looking low as soon as the coffee minimum was added up.',
    actionItem: 'Show the yearly sum first on every quote against Corvane.',
    implemented: ago(4, 120),
    created: ago(6, 234),
  }),
  insight({
    key: 'own-number',
    session: 'price-objections',
    category: 'objection_handling',
    priority: 'medium',
    insight: 'Paula found the sixty months herself, reading the offer aloud. It weighed more than if Marcus had said it.',
    actionItem: 'Ask the customer to read the clause aloud instead of explaining it.',
    implemented: null,
    created: ago(6, 233),
  }),
  insight({
    key: 'next-step-date',
    session: 'price-objections',
    category: 'closing',
    priority: 'high',
    insight: 'Tidewater ended with “I’ll send you something”. Meridian ended with Friday, half past four.',
    actionItem: 'No call ends without a day and an hour.',
    implemented: ago(3, 45),
    created: ago(6, 232),
  }),
  insight({
    key: 'decision-maker-early',
    session: 'discovery-skill',
    category: 'sales_technique',
    priority: 'medium',
    insight: 'Laurel from finance appeared only after the price had been named.',
    actionItem: 'Ask “who else looks at this?” in the first third.',
    implemented: ago(12, 210),
    created: ago(19, 65),
  }),
  insight({
    key: 'cup-counts',
    session: 'discovery-skill',
    category: 'rapport_building',
    priority: 'low',
    insight: 'Reading the customer’s own cup counts aloud made the recommendation theirs.',
    actionItem: 'Open the counts before every call with a customer who has Pulse.',
    implemented: ago(15, 330),
    created: ago(19, 64),
  }),
  insight({
    key: 'change-advice',
    session: 'discovery-skill',
    category: 'communication',
    priority: 'medium',
    insight: 'Saying “that changes my answer” earned more trust than any figure.',
    actionItem: 'Say it aloud when a fact changes the advice.',
    implemented: null,
    created: ago(19, 63),
  }),
  insight({
    key: 'cause-in-ticket',
    session: 'support-handover',
    category: 'other',
    priority: 'high',
    insight: 'The hairline crack behind the tank valve was known to support and unknown to the technician.',
    actionItem: 'Add a field “suspected cause” to the ticket.',
    implemented: ago(20, 25),
    created: ago(27, 290),
  }),
  insight({
    key: 'same-age-machines',
    session: 'support-handover',
    category: 'communication',
    priority: 'medium',
    insight: 'Harborview has three Wrens of the same age. Only one was looked at.',
    actionItem: 'After a repeat fault, offer a check of the sister machines.',
    implemented: null,
    created: ago(27, 289),
  }),
];

type Week = {
  person: string;
  daysAgo: number;
  calls: number;
  talkShare: string;
  questionRatio: string;
  sentiment: string;
  engagement: string;
};

/** The weeks' means, counted from the calls of each person. */
const WEEKS: readonly Week[] = [
  { person: 'demo', daysAgo: 23, calls: 6, talkShare: '0.6410', questionRatio: '0.1260', sentiment: '0.5630', engagement: '0.5870' },
  { person: 'demo', daysAgo: 16, calls: 5, talkShare: '0.6230', questionRatio: '0.1410', sentiment: '0.5910', engagement: '0.6120' },
  { person: 'demo', daysAgo: 9, calls: 7, talkShare: '0.6020', questionRatio: '0.1570', sentiment: '0.6350', engagement: '0.6590' },
  { person: 'demo', daysAgo: 2, calls: 6, talkShare: '0.5810', questionRatio: '0.1690', sentiment: '0.6180', engagement: '0.6840' },
  { person: 'marcus', daysAgo: 2, calls: 9, talkShare: '0.5640', questionRatio: '0.1930', sentiment: '0.6720', engagement: '0.7260' },
  { person: 'priya', daysAgo: 2, calls: 11, talkShare: '0.6180', questionRatio: '0.1470', sentiment: '0.5560', engagement: '0.5980' },
];

export const PERFORMANCE_METRICS: readonly WorldMetric[] = WEEKS.flatMap(({ person, daysAgo, calls, ...means }): WorldMetric[] => {
  const metric = (metricType: WorldMetric['metricType'], value: string, countedFrom: string): WorldMetric => ({
    person,
    metricType,
    value,
    period: 'weekly',
    at: ago(daysAgo, 90),
    metadata: { calls, countedFrom },
  });
  return [
    metric('talk_share', means.talkShare, 'words of the rep ÷ words of both'),
    metric('question_ratio', means.questionRatio, 'questions ÷ sentences'),
    metric('sentiment_score', means.sentiment, 'the customer’s words'),
    metric('engagement_level', means.engagement, 'turns, customer share and customer questions'),
  ];
});
