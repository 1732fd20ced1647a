/** Which texts the classifiers learn from and which are kept for measuring; no text is in both. */
import { DEVELOPMENT } from '#server/ai/offline/golden/development.ts';
import { HELD_OUT } from '#server/ai/offline/golden/held-out.ts';
import { LETTERS } from '#server/ai/offline/golden/letters.ts';
import { VOICES } from '#server/ai/offline/golden/voices.ts';
import { tokensOf } from '#server/language/classifiers/text-features.ts';
import { type Datasets, type LabeledText, readCustomerLines, readFormalRequests, type SourcedText, spread } from '../datasets.ts';
import { shuffled, type TrainingText } from './linear-model.ts';

/** Texts to measure with. */
export interface TestSet {
  readonly name: string;
  readonly texts: readonly LabeledText[];
}

const weighted = (texts: readonly LabeledText[], weight: number): TrainingText[] => texts.map((text) => ({ ...text, weight }));
const labelsOfOwnLines = [...DEVELOPMENT, ...VOICES, ...LETTERS];

/** Companies whose tweets are never learned from. */
const LEFT_OUT = new Set(['Delta', 'Virgin America', 'google', 'Google', 'Amazon', 'Verizon']);
const AIRLINES = new Set(['Delta', 'Virgin America', 'United', 'US Airways', 'American', 'Southwest']);

/** What is reviewed in the reviews that are never learned from. */
const PRODUCTS_LEFT_OUT = new Set(['alexa', 'instruments', 'dresses', 'readers and tablets']);

const companyTweets = (datasets: Datasets) =>
  datasets.tweets().map((tweet) => ({ ...tweet, isAirline: AIRLINES.has(tweet.source), isLeftOut: LEFT_OUT.has(tweet.source) }));

/** Reviews: complaints and mixed opinions are rare among them and count more, or nobody would learn what they sound like. */
const REVIEW_WEIGHT: Readonly<Record<string, number>> = { negative: 1.5, neutral: 3, positive: 1 };

/** Our own lines are few, and say what the public texts do not: how customers write letters and talk on the phone. */
const OWN_WEIGHT = 10;
const SOCIAL = new Set([
  'thank_you',
  'goodbye',
  'greeting',
  'report_fraud',
  'damaged_card',
  'report_lost_card',
  'lost_luggage',
  'account_blocked',
]);

const clipped = (texts: readonly SourcedText[], length: number) => texts.map((text) => ({ ...text, text: text.text.slice(0, length) }));

/** What people write that is not a review. */
function messageTraining(datasets: Datasets): TrainingText[] {
  return [
    ...companyTweets(datasets).filter(({ isLeftOut }) => !isLeftOut),
    ...shuffled(datasets.generalTweets(), 1).slice(0, 24_000),
    // What people ask a machine for: plain requests, without any feeling.
    ...weighted(
      spread(
        datasets.clincTraining().filter(({ label }) => !SOCIAL.has(label)),
        25,
      ).map(({ text }) => ({ text, label: 'neutral' })),
      0.5,
    ),
    ...weighted(
      readCustomerLines().map(({ feeling, text }) => ({ text, label: feeling })),
      OWN_WEIGHT,
    ),
    ...weighted(
      labelsOfOwnLines.map(([feeling, , , text]) => ({ text, label: feeling })),
      OWN_WEIGHT,
    ),
  ];
}

export const sentimentTraining = (datasets: Datasets): TrainingText[] => [
  ...messageTraining(datasets),
  ...clipped(datasets.polarReviews(), 1_000),
];

/** A message that is no review counts at most so much: our own lines are not to decide what a review is. */
const MESSAGE_WEIGHT = 5;

export const reviewTraining = (datasets: Datasets): TrainingText[] => [
  ...clipped(
    datasets.reviews().filter(({ source }) => !PRODUCTS_LEFT_OUT.has(source)),
    1_500,
  ).map((text) => ({ ...text, weight: REVIEW_WEIGHT[text.label] })),
  ...messageTraining(datasets).map(({ text, weight = 1 }) => ({ text, label: 'message', weight: Math.min(MESSAGE_WEIGHT, weight) })),
];

export function sentimentTests(datasets: Datasets): TestSet[] {
  const leftOut = companyTweets(datasets).filter(({ isLeftOut }) => isLeftOut);
  const reviews = datasets.reviews().filter(({ source }) => PRODUCTS_LEFT_OUT.has(source));
  const fewest = Math.min(...Object.values(Object.groupBy(reviews, ({ label }) => label)).map((some) => some?.length ?? 0));
  return [
    { name: 'tweets to airlines not trained on', texts: leftOut.filter(({ isAirline }) => isAirline) },
    { name: 'tweets about other companies not trained on', texts: leftOut.filter(({ isAirline }) => !isAirline) },
    { name: 'own formal requests', texts: readFormalRequests().map((text) => ({ text, label: 'neutral' })) },
    { name: 'own held-out lines', texts: HELD_OUT.map(([label, , , text]) => ({ text, label })) },
    { name: 'reviews of products not trained on', texts: reviews },
    { name: 'reviews of products not trained on, as many of each label', texts: spread(reviews, fewest) },
  ];
}

/** Our intent for each intent of bitext; those that fit none are left out. */
const BITEXT_INTENTS: Readonly<Record<string, string>> = {
  cancel_order: 'cancellation',
  change_shipping_address: 'shipping',
  check_cancellation_fee: 'cancellation',
  check_invoice: 'billing',
  check_payment_methods: 'billing',
  check_refund_policy: 'refund',
  complaint: 'complaint',
  contact_customer_service: 'human',
  contact_human_agent: 'human',
  create_account: 'access',
  delete_account: 'cancellation',
  delivery_options: 'shipping',
  delivery_period: 'shipping',
  edit_account: 'access',
  get_invoice: 'billing',
  get_refund: 'refund',
  payment_issue: 'billing',
  place_order: 'purchase',
  recover_password: 'access',
  registration_problems: 'access',
  set_up_shipping_address: 'shipping',
  switch_account: 'access',
  track_order: 'shipping',
  track_refund: 'refund',
};
const BANKING_INTENTS: Readonly<Record<string, string>> = {
  card_arrival: 'shipping',
  card_delivery_estimate: 'shipping',
  request_refund: 'refund',
  Refund_not_showing_up: 'refund',
  terminate_account: 'cancellation',
  passcode_forgotten: 'access',
  pin_blocked: 'access',
  unable_to_verify_identity: 'access',
  extra_charge_on_statement: 'billing',
  transaction_charged_twice: 'billing',
  card_payment_fee_charged: 'billing',
};
const CLINC_INTENTS: Readonly<Record<string, string>> = {
  order_status: 'shipping',
  order: 'purchase',
  schedule_meeting: 'scheduling',
  schedule_maintenance: 'scheduling',
  reset_settings: 'onboarding',
  sync_device: 'integration',
  new_card: 'purchase',
  account_blocked: 'access',
  pin_change: 'access',
  report_fraud: 'billing',
  damaged_card: 'bug',
};
/** What is as near to an intent of ours as to none. */
const CLINC_UNCLEAR = new Set([
  'thank_you',
  'redeem_rewards',
  'pay_bill',
  'bill_due',
  'bill_balance',
  'cancel',
  'cancel_reservation',
  'insurance',
  'next_song',
]);
const EXAMPLES = 20;

const mapped = (rows: readonly LabeledText[], intents: Readonly<Record<string, string>>) =>
  rows.flatMap(({ text, label }) => {
    const intent = intents[label];
    return intent === undefined ? [] : [{ text, label: intent }];
  });
const bitextExamples = (datasets: Datasets) => spread(datasets.bitext(), EXAMPLES).filter(({ label }) => label in BITEXT_INTENTS);

export function intentTraining(datasets: Datasets): TrainingText[] {
  const clinc = datasets.clincTraining();
  const everyday = clinc.filter(({ label }) => !(label in CLINC_INTENTS) && !CLINC_UNCLEAR.has(label));
  return [
    ...weighted(mapped(bitextExamples(datasets), BITEXT_INTENTS), 1),
    ...mapped(spread(datasets.banking('train'), EXAMPLES), BANKING_INTENTS),
    ...mapped(spread(clinc, EXAMPLES), CLINC_INTENTS),
    ...weighted(
      [...spread(everyday, 12).map(({ text }) => text), ...datasets.clincOutOfScope('val')].map((text) => ({ text, label: 'none' })),
      1,
    ),
    ...weighted(
      readCustomerLines().flatMap(({ intents, text }) => intents.map((label) => ({ text, label }))),
      3,
    ),
    ...weighted(
      labelsOfOwnLines.flatMap(([, , intents, text]) => intents.slice(0, 2).map((label) => ({ text, label }))),
      3,
    ),
  ];
}

const wordsOf = (text: string) => [...new Set(tokensOf(text))].sort().join(' ');

export function intentTests(datasets: Datasets): TestSet[] {
  const learned = new Set(bitextExamples(datasets).map(({ text }) => wordsOf(text)));
  const unknown = (texts: readonly LabeledText[]) => mapped(texts, BITEXT_INTENTS).filter(({ text }) => !learned.has(wordsOf(text)));
  return [
    { name: 'bitext, 20 examples an intent learned', texts: unknown(datasets.bitext()) },
    { name: 'bitext, another sample', texts: unknown(datasets.bitextSample()) },
    { name: 'banking77, intents that fit', texts: mapped(datasets.banking('test'), BANKING_INTENTS) },
    {
      name: 'own held-out lines',
      texts: HELD_OUT.flatMap(([, , [intent, ...others], text]) => (intent && others.length === 0 ? [{ text, label: intent }] : [])),
    },
    { name: 'CLINC out of scope', texts: datasets.clincOutOfScope('test').map((text) => ({ text, label: 'none' })) },
  ];
}

const isOwnTest = (_: unknown, at: number) => at % 5 === 2;

/** Our own lines, of which the urgent ones are few. */
const URGENCY_WEIGHT: Readonly<Record<string, number>> = { low: 3, medium: 6, high: 12 };

// The priorities of the file tickets-4 do not depend on the words.
export function urgencyTraining(datasets: Datasets): TrainingText[] {
  const own = readCustomerLines().map(({ urgency, text }) => ({ text, label: urgency }));
  return [
    ...datasets.tickets().filter(({ source }) => source === 'tickets-5'),
    ...own.filter((line, at) => !isOwnTest(line, at)).map((line) => ({ ...line, weight: URGENCY_WEIGHT[line.label] })),
  ];
}

export function urgencyTests(datasets: Datasets): TestSet[] {
  return [
    { name: 'tickets of another file', texts: datasets.tickets().filter(({ source }) => source === 'tickets-3') },
    {
      name: 'own tickets not trained on',
      texts: readCustomerLines()
        .map(({ urgency, text }) => ({ text, label: urgency }))
        .filter(isOwnTest),
    },
  ];
}
