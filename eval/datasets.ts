/**
 * Readers of the public data sets the assistant is trained and measured with. The files are not part of the repository; `docs/assistant.md` says where each
 * comes from and under which licence. A set whose files are missing is left out.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Knowledge } from '#server/language/retrieval/knowledge-index.ts';

/** A sentence of a customer and what it is about. */
export interface LabeledText {
  readonly text: string;
  readonly label: string;
}

/** A text with its label and where it comes from: the company, the shop or the file. */
export interface SourcedText extends LabeledText {
  readonly source: string;
}

/** A message and the items that answer it; none where the base has no answer. */
export interface KnowledgeQuestion {
  readonly text: string;
  readonly items: readonly string[];
}

export interface FaqEntry {
  readonly question: string;
  readonly answer: string;
  readonly paraphrases?: readonly string[];
}

// Left out of training: the FAQs that are measured with, those whose licence would bind what is trained on them, and parts of a file that is there whole.
const NOT_TRAINED_ON = /^(?:stackfaq|ecommerce|rasa|bank-hdfc-(?!all))/;

export interface KnowledgeSet {
  readonly name: string;
  readonly items: readonly Knowledge[];
  readonly questions: readonly KnowledgeQuestion[];
}

const SAMPLES = new URL('./samples/', import.meta.url);

const readSample = <Content>(name: string): Content => JSON.parse(readFileSync(new URL(name, SAMPLES), 'utf8'));

interface OwnItem {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly tags?: readonly string[];
}

interface OwnAnswer {
  readonly intent: string;
  readonly title: string;
  readonly content: string;
}

const knowledgeOf = ({ id, title, content, tags = [] }: OwnItem): Knowledge => ({ id, title, content, tags, category: 'knowledge' });
const answersOf = (name: string): Knowledge[] =>
  readSample<OwnAnswer[]>(name).map(({ intent, ...item }) => knowledgeOf({ id: intent, ...item }));

/** The knowledge of made-up companies with questions of their customers; a fifth of the questions has no answer in it. */
export const readCompanies = (): KnowledgeSet[] =>
  readdirSync(SAMPLES)
    .filter((name) => name.startsWith('company-'))
    .sort()
    .map((file) => {
      const { items, questions } = readSample<{ items: OwnItem[]; questions: KnowledgeQuestion[] }>(file);
      return { name: file.slice('company-'.length, -'.json'.length), items: items.map(knowledgeOf), questions };
    });

/** Ways in which customers of any company ask for the same; single words are left out, since they could mean many things. */
export const readParaphraseGroups = (): { title: string; answer: string; phrasings: string[] }[] =>
  readdirSync(SAMPLES)
    .filter((name) => name.startsWith('paraphrases'))
    .sort()
    .flatMap((name) => readSample<{ title: string; answer: string; phrasings: string[] }[]>(name))
    .map(({ phrasings, ...group }) => ({ ...group, phrasings: phrasings.filter((text) => text.includes(' ')) }));

/** Items of other trades, which answer none of the questions. */
export const readDistractors = (): Knowledge[] =>
  readSample<Omit<OwnItem, 'id'>[]>('distractors.json').map((item, at) => knowledgeOf({ id: `distractor-${at}`, ...item }));

/** A sentence of a customer, written here, with everything the classifiers learn from it. */
export interface CustomerLine {
  readonly feeling: string;
  readonly intents: readonly string[];
  readonly urgency: string;
  readonly text: string;
}

export const readCustomerLines = (): CustomerLine[] =>
  readFileSync(new URL('customer-lines.tsv', SAMPLES), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [feeling = '', intents = '', urgency = '', text = ''] = line.split('\t');
      return { feeling, intents: intents.split(','), urgency, text };
    });

/** Formal requests, which are polite and not pleased; no classifier learns from them. */
export const readFormalRequests = (): string[] => readFileSync(new URL('formal-requests.txt', SAMPLES), 'utf8').trim().split('\n');

/** What somebody wrote down by hand of a call, to compare its notes with. */
export interface CallLabels {
  readonly call: string;
  /** Labels or names of those who speak for the company, in lower case; everybody else is a customer. */
  readonly reps: readonly string[];
  /** Every name the customer may go by in the notes. */
  readonly who: readonly string[];
  /** Deal values that are right, none where the call says none; left out where nobody looked. */
  readonly value?: readonly string[];
  /** What was promised: an expression that its text fits, and who does it, null for both. */
  readonly steps: readonly { readonly owner: 'rep' | 'customer' | null; readonly words: string }[];
}

export interface LabeledCall extends CallLabels {
  readonly transcript: string;
}

/** Calls written here, in several layouts. */
export const readOwnCalls = (): LabeledCall[] => readSample<LabeledCall[]>('calls.json');

/** What is known of some of the public calls. */
export const readCallLabels = (): CallLabels[] => readSample<CallLabels[]>('public-calls.json');

// Texts separated by tabs have quotation marks of their own.
const csvRows = (path: string, delimiter = ','): string[][] =>
  parse(readFileSync(path), {
    delimiter,
    bom: true,
    quote: delimiter === '\t' ? false : '"',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Some files were cut off in the middle of a row.
    skip_records_with_error: true,
    trim: true,
  });

/** At most so many of each label, spread evenly over its lines. */
export function spread(rows: readonly LabeledText[], each: number): LabeledText[] {
  const byLabel = Map.groupBy(rows, ({ label }) => label);
  return [...byLabel.values()].flatMap((some) => {
    const step = Math.max(1, Math.floor(some.length / each));
    return some.filter((_, at) => at % step === 0).slice(0, each);
  });
}

export function createDatasets(folder: string) {
  const path = (name: string) => join(folder, name);
  const has = (name: string) => existsSync(path(name));
  const json = <Content>(name: string): Content => JSON.parse(readFileSync(path(name), 'utf8').replace(/^\uFEFF/, ''));
  const table = (name: string, delimiter?: string) => (has(name) ? csvRows(path(name), delimiter) : []);

  /** The rows of a file by the names in its first line. */
  const records = (name: string, delimiter?: string): Record<string, string | undefined>[] => {
    const [head = [], ...rows] = table(name, delimiter);
    return rows.map((row) => Object.fromEntries(head.map((column, at) => [column, row[at]])));
  };
  const lines = (name: string) => (has(name) ? readFileSync(path(name), 'utf8').split(/\r?\n/) : []);

  /** Reviews of Amazon, one a line as JSON; the last line of a file may be cut off. */
  const amazonReviews = (source: string, name: string): SourcedText[] =>
    lines(name).flatMap((line) => {
      const object = /\{.*\}/.exec(line)?.[0];
      if (object === undefined) return [];
      const { summary, reviewText, overall }: { summary: string; reviewText: string; overall: number } = JSON.parse(object);
      return [sourced(source, `${summary}. ${reviewText}`, starsOf(`${overall}`))];
    });

  const collection = <Content>(name: string, read: (content: Content) => readonly LabeledText[]): readonly LabeledText[] =>
    has(`calls/${name}.json`) ? read(json<Content>(`calls/${name}.json`)) : [];

  const clinc = () =>
    has('clinc/data_full.json')
      ? json<Record<'train' | 'val' | 'test' | 'oos_train' | 'oos_val' | 'oos_test', [string, string][]>>('clinc/data_full.json')
      : null;
  const labeled = (rows: readonly [string, string][] = []) => rows.map(([text, label]) => ({ text, label }));
  const banking = (part: 'train' | 'test'): LabeledText[] =>
    table(`banking77/${part}.csv`)
      .slice(1)
      .map(([text = '', label = '']) => ({ text, label }));
  const bitext = (): LabeledText[] =>
    table('bitext/20000-Utterances-Training-dataset-for-chatbots-virtual-assistant-Bitext-sample.csv')
      .slice(1)
      .map(([, text = '', , label = '']) => ({ text, label: label === 'check_invoices' ? 'check_invoice' : label }));

  const ecommerceItems = (): Knowledge[] =>
    has('ecommerce-faq/Ecommerce_FAQ_Chatbot_dataset.json')
      ? json<{ questions: { question: string; answer: string }[] }>('ecommerce-faq/Ecommerce_FAQ_Chatbot_dataset.json').questions.map(
          ({ question, answer }, at) => knowledgeOf({ id: `faq-${at}`, title: question, content: answer }),
        )
      : [];

  return {
    clincTraining: () => labeled(clinc()?.train),
    clincTest: () => labeled(clinc()?.test),
    /** Sentences that are about none of CLINC's 150 intents. */
    clincOutOfScope: (part: 'train' | 'val' | 'test'): string[] => (clinc()?.[`oos_${part}`] ?? []).map(([text]) => text),
    banking,
    bitext,
    /** bitext's smaller sample, in other words. */
    bitextSample: (): LabeledText[] =>
      table('bitext/Bitext_Sample_Customer_Service_8k.csv')
        .filter((row) => row.length === 4 && row[3] !== 'intent')
        .map(([, text = '', , label = '']) => ({ text, label })),

    /** bitext's questions on answers of our own, one for each of its intents. */
    bitextSet: (each: number): KnowledgeSet => ({
      name: 'bitext',
      items: answersOf('bitext-answers.json'),
      questions: spread(bitext(), each).map(({ text, label }) => ({ text, items: [label] })),
    }),
    /** The e-commerce FAQ, asked with bitext's questions of those intents that it answers. */
    ecommerceSet: (each: number): KnowledgeSet => ({
      name: 'e-commerce FAQ',
      items: ecommerceItems(),
      questions: spread(
        bitext().filter(({ label }) => label in ECOMMERCE_ANSWERS),
        each,
      ).map(({ text, label }) => ({ text, items: (ECOMMERCE_ANSWERS[label] ?? []).map((at) => `faq-${at}`) })),
    }),
    /** Questions of StackExchange threads, asked with human rephrasings. */
    technicalSet: (each: number): KnowledgeSet => {
      const threads = has('faq/json/stackfaq-webapps.json') ? json<FaqEntry[]>('faq/json/stackfaq-webapps.json') : [];
      return {
        name: 'technical FAQ',
        items: threads.map(({ question, answer }, at) =>
          knowledgeOf({ id: `thread-${at}`, title: question, content: answer.slice(0, 4000) }),
        ),
        questions: threads.flatMap(({ paraphrases = [] }, at) =>
          paraphrases.slice(0, each).map((text) => ({ text, items: [`thread-${at}`] })),
        ),
      };
    },
    /** banking77's questions on answers of our own. */
    bankingSet: (each: number): KnowledgeSet => ({
      name: 'banking77',
      items: answersOf('banking77-answers.json'),
      questions: spread(banking('test'), each).map(({ text, label }) => ({ text, items: [label] })),
    }),
    clincSet: (each: number): KnowledgeSet => ({
      name: 'CLINC',
      items: answersOf('clinc-answers.json'),
      questions: spread(labeled(clinc()?.test), each).map(({ text, label }) => ({ text, items: [label] })),
    }),

    /** Questions and answers of public FAQs of companies and authorities, with other ways to ask them where there are any. */
    faqs: (): FaqEntry[] => {
      const names = has('faq/json') ? readdirSync(path('faq/json')).sort() : [];
      return names.filter((name) => !NOT_TRAINED_ON.test(name)).flatMap((name) => json<FaqEntry[]>(`faq/json/${name}`));
    },
    /** The public FAQs as items, for a base in which most items have nothing to do with the questions. */
    faqItems: (): Knowledge[] => {
      const names = has('faq/json') ? readdirSync(path('faq/json')).sort() : [];
      return names
        .filter((name) => !NOT_TRAINED_ON.test(name))
        .flatMap((name) => json<FaqEntry[]>(`faq/json/${name}`))
        .map(({ question, answer }, at) => knowledgeOf({ id: `other-${at}`, title: question, content: answer.slice(0, 4000) }));
    },
    /** Two sentences with the same meaning. */
    paraphrases: (): [string, string][] => [
      ...table('paraphrase/msr_paraphrase_train.txt', '\t')
        .filter(([isSame]) => isSame === '1')
        .map(([, , , left = '', right = '']): [string, string] => [left, right]),
      ...table('paraphrase/sts-train.csv', '\t')
        .filter((row) => Number(row[4]) >= 4)
        .map((row): [string, string] => [row[5] ?? '', row[6] ?? '']),
    ],
    /** Tweets to and about companies: positive, neutral or negative, `source` is the company. */
    tweets: (): SourcedText[] =>
      [
        ...records('tweets/airline-Tweets.csv').map((row) => sourced(row.airline, row.text, row.airline_sentiment)),
        ...records('tweets/Apple-Twitter-Sentiment-DFE.csv').map((row) =>
          sourced('Apple', row.text, { 1: 'negative', 3: 'neutral', 5: 'positive' }[row.sentiment ?? '']),
        ),
        ...records('tweets/sanders-full-corpus.csv').map((row) => sourced(row.Topic, row.TweetText, row.Sentiment)),
        ...records('tweets/judge-1377884607_tweet_product_company.csv').map((row) =>
          sourced('SXSW', row.tweet_text, JUDGED[row.is_there_an_emotion_directed_at_a_brand_or_product ?? '']),
        ),
        ...['arjun-twitter_training', 'twitter_validation'].flatMap((name) =>
          table(`tweets/${name}.csv`).map(([, company, label = '', text]) => sourced(company, text, label.toLowerCase())),
        ),
      ].filter(isFeeling),
    /** Tweets of people about anything. */
    generalTweets: (): SourcedText[] =>
      [
        ...records('tweets/kaggle-tweet-sentiment-extraction.csv').map((row) => sourced('people', row.text, row.sentiment)),
        ...['twitter-2013train-A', 'twitter-2016train-A', 'twitter-2016test-A'].flatMap((name) =>
          lines(`tweets/${name}.txt`).map((line) => {
            const [, label, text] = line.split('\t');
            return sourced('people', text, label);
          }),
        ),
      ].filter(isFeeling),
    /** Product reviews, each text once: 1 and 2 stars are negative, 3 neutral, 4 and 5 positive; `source` is what is reviewed. */
    reviews: (): SourcedText[] =>
      uniqueTexts([
        // Its quotes are not closed everywhere.
        ...lines('reviews/amazon_alexa.tsv').map((line) => {
          const [stars = '', , , text = ''] = line.split('\t');
          return sourced('alexa', text.replace(/^"|"$/g, '').replaceAll('""', '"'), STARS[stars]);
        }),
        ...REVIEW_FILES.flatMap(([source, name, rating, ...columns]) =>
          records(`reviews/${name}.csv`).map((row) =>
            sourced(source, columns.map((column) => row[column]).join('. '), starsOf(row[rating])),
          ),
        ),
        ...['patio', 'books', 'books2', 'electronics', 'grocery', 'clothing'].flatMap((name) =>
          amazonReviews(name.replace('2', ''), `reviews/amazon-small-${name}.json`),
        ),
        ...amazonReviews('mobile phones', 'reviews/amazon-cellphones.json'),
        // Three steps instead of five stars.
        ...records('reviews/software-reviews.csv').map((row) =>
          sourced('software', row.reviewText, { '-1.0': 'negative', '0.0': 'neutral', '1.0': 'positive' }[row.overall ?? '']),
        ),
      ]).filter(isFeeling),
    /** Sentences and reviews that are known to be positive or negative only. */
    polarReviews: (): SourcedText[] =>
      [
        ...['yelp_labelled', 'amazon_cells_labelled'].flatMap((name) =>
          lines(`reviews/${name}.txt`).map((line) => {
            const [text, isGood] = line.split('\t');
            return sourced(name, text, { 0: 'negative', 1: 'positive' }[isGood ?? '']);
          }),
        ),
        // Each review is followed by a line that begins with its label and goes on with the next review.
        ...(has('reviews/mango-amazon_reviews.csv')
          ? readFileSync(path('reviews/mango-amazon_reviews.csv'), 'utf8')
              .split(/\r?\n(?=,[12])/)
              .map((part, at, parts) =>
                sourced(
                  'amazon',
                  part.replace(/^,[12]|^review,sentiment/, '').trim(),
                  { 1: 'negative', 2: 'positive' }[parts[at + 1]?.[1] ?? ''],
                ),
              )
          : []),
      ].filter(isFeeling),
    /** English tickets with a priority; `source` is the file. Each text once. */
    tickets: (): SourcedText[] =>
      uniqueTexts(
        TICKET_FILES.flatMap(([source, name]) =>
          records(`tickets/${name}.csv`)
            .filter(({ language }) => language === 'en')
            .map((row) => sourced(source, `${row.subject}\n${row.body}`.replaceAll('\\n', '\n').trim(), row.priority)),
        ),
      ).filter(({ label }) => ['low', 'medium', 'high'].includes(label)),
    /** Transcripts of calls as their sources write them, by file; those of a collection by its name and their position or id. */
    calls: (): SourcedText[] => {
      const names = has('calls') ? readdirSync(path('calls')).sort() : [];
      const whole = names
        .filter((name) => /\.(?:txt|vtt|srt)$/.test(name) || /^markdown-bold-names_.*\.md$/.test(name))
        .map((name) => ({ label: name, text: readFileSync(path(`calls/${name}`), 'utf8') }));
      const collected = [
        ...collection<{ Items: { TranscriptText: { S: string } }[] }>('json-54-calls-name-colon_rilla-transcriptions', ({ Items }) =>
          Items.map(({ TranscriptText }, at) => ({ label: `rilla ${at}`, text: TranscriptText.S })),
        ),
        ...collection<{ call_id: string; transcript: { timestamp: string; speaker: string; text: string }[] }[]>(
          'json-timestamp-speaker-text_telco-call_scripts',
          (scripts) =>
            scripts.map(({ call_id, transcript }) => ({
              label: `telco-script ${call_id}`,
              text: transcript.map(({ timestamp, speaker, text }) => `[${timestamp}] ${speaker}: ${text}`).join('\n'),
            })),
        ),
        ...collection<{ call_id: string; messages: { sender: string; message: string }[] }[]>(
          'json-many-sender-message_telecom-transcripts',
          (calls) =>
            calls.map(({ call_id, messages }) => ({
              label: `telecom ${call_id}`,
              text: messages
                .map(({ sender, message }) => `${sender === 'representative' ? 'Representative' : 'Customer'}: ${message}`)
                .join('\n'),
            })),
        ),
      ];
      return [...whole, ...collected].map(({ label, text }) => sourced('calls', text, label));
    },
    bankingAnswers: () => answersOf('banking77-answers.json'),
    clincAnswers: () => answersOf('clinc-answers.json'),
  };
}

// Source, file, column of the stars and columns of the text.
const REVIEW_FILES = [
  ['personal care', 'amazon_vfl_reviews', 'rating', 'review'],
  ['bestsellers', 'amazon_bestsellers_reviews', 'rating', 'title', 'body'],
  ['instruments', 'Musical_instruments_reviews', 'overall', 'reviewText'],
  ['dresses', 'womens-clothing-wcp', 'Rating', 'ReviewText'],
  ['memory card', 'sdcard-amazon_reviews', 'overall', 'reviewText'],
  ['readers and tablets', 'datafiniti-amazon-electronics', 'reviews.rating', 'reviews.title', 'reviews.text'],
  ['food', 'finefood-reviews', 'Score', 'Text'],
  ['phones', 'phones-reviews', 'Rating', 'Title', 'Review'],
  ['unlocked phones', 'unlocked-mobile', 'Rating', 'Reviews'],
  ['watches', 'anhvi-watches', 'Star', 'Title', 'Review'],
  ['clothes for men', 'anhvi-men', 'Star', 'Title', 'Review'],
  ['clothes for boys', 'anhvi-boys', 'Star', 'Title', 'Review'],
  ['clothes for girls', 'anhvi-girls', 'Star', 'Title', 'Review'],
  ['baby care', 'amazon-baby', 'rating', 'review'],
] as const;

// The first file decides where a text belongs that stands in several.
const TICKET_FILES = [
  ['tickets-3', 'dataset-tickets-multi-lang3-4k'],
  ['tickets-4', 'dataset-tickets-multi-lang-4-20k'],
  ['tickets-5', 'aa_dataset-tickets-multi-lang-5-2-50-version'],
] as const;

const FEELINGS = ['negative', 'neutral', 'positive'];
const isFeeling = ({ label, text }: SourcedText) => FEELINGS.includes(label) && text.trim() !== '';
const sourced = (source = '', text = '', label = ''): SourcedText => ({ source, text: text.replaceAll('&amp;', '&'), label });
const uniqueTexts = (rows: readonly SourcedText[]): SourcedText[] =>
  [...new Map(rows.toReversed().map((row) => [row.text.toLowerCase(), row])).values()].reverse();
const STARS: Readonly<Record<string, string>> = { 1: 'negative', 2: 'negative', 3: 'neutral', 4: 'positive', 5: 'positive' };
/** "4", "4.0" or "4.0 out of 5 stars". */
const starsOf = (rating = '') => STARS[rating.charAt(0)];
const JUDGED: Readonly<Record<string, string>> = {
  'Negative emotion': 'negative',
  'Positive emotion': 'positive',
  'No emotion toward brand or product': 'neutral',
};

export type Datasets = ReturnType<typeof createDatasets>;

// Which questions of the e-commerce FAQ answer an intent of bitext, by their position; intents that none answers are left out.
const ECOMMERCE_ANSWERS: Readonly<Record<string, readonly number[]>> = {
  cancel_order: [4, 18],
  change_order: [18],
  change_shipping_address: [8],
  check_cancellation_fee: [4],
  check_invoice: [37],
  check_payment_methods: [1],
  check_refund_policy: [3, 25],
  contact_customer_service: [9, 26],
  contact_human_agent: [9, 26],
  create_account: [0],
  delivery_options: [22, 6, 5],
  delivery_period: [5],
  get_invoice: [37],
  get_refund: [3, 25],
  newsletter_subscription: [24],
  review: [19],
  track_order: [2],
};
