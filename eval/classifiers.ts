/** How well the classifiers do on texts that they have not learned from. */
import vader from 'vader-sentiment';
import { intentsOf } from '#server/language/intents.ts';
import { plainText } from '#server/language/plain-text.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { feelingOf, messageScore, textScore } from '#server/language/sentiment.ts';
import { urgencyOf } from '#server/language/urgency.ts';
import type { Datasets, LabeledText } from './datasets.ts';
import { intentTests, sentimentTests, urgencyTests } from './train/classifier-data.ts';

/** One figure of the evaluation. */
export interface ClassifierRow {
  readonly task: 'sentiment' | 'intent' | 'urgency';
  readonly set: string;
  /** Number of texts. */
  readonly n: number;
  readonly metric: 'accuracy' | 'macro-F1' | 'recall of negative' | 'share without an intent';
  /** From 0 to 1. */
  readonly value: number;
  /** The same figure of simpler ways; null where it makes no sense. */
  readonly baselines: { readonly majority: number | null; readonly vader: number | null };
}

type Predict = (text: string) => string;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const accuracy = (texts: readonly LabeledText[], predict: Predict) =>
  mean(texts.map(({ text, label }) => (predict(text) === label ? 1 : 0)));

/** The mean over the labels that occur of the harmonic mean of precision and recall. */
function macroF1(texts: readonly LabeledText[], predict: Predict): number {
  const pairs = texts.map(({ text, label }) => ({ label, predicted: predict(text) }));
  const labels = [...new Set(pairs.map(({ label }) => label))];
  return mean(
    labels.map((label) => {
      const right = pairs.filter((pair) => pair.label === label && pair.predicted === label).length;
      const wrong = pairs.filter((pair) => (pair.label === label) !== (pair.predicted === label)).length;
      return right === 0 ? 0 : (2 * right) / (2 * right + wrong);
    }),
  );
}

const recallOf = (label: string) => (texts: readonly LabeledText[], predict: Predict) =>
  accuracy(
    texts.filter((text) => text.label === label),
    predict,
  );

const mostFrequent = (texts: readonly LabeledText[]): Predict => {
  const counts = [...Map.groupBy(texts, ({ label }) => label)].sort((a, b) => b[1].length - a[1].length);
  return () => counts[0]?.[0] ?? '';
};

/** The thresholds are the ones VADER's authors recommend. */
const vaderFeeling: Predict = (text) => {
  const { compound } = vader.SentimentIntensityAnalyzer.polarity_scores(text);
  return compound >= 0.05 ? 'positive' : compound <= -0.05 ? 'negative' : 'neutral';
};

const feelingOfText: Predict = (text) => feelingOf(textScore(text));
/** As the mood of a message is found: sentence by sentence, unless it is a review. */
const feelingOfMessage: Predict = (text) => feelingOf(messageScore(sentencesOf(plainText(text))));
const intentOf: Predict = (text) => intentsOf(text)[0] ?? 'none';

/** Every figure of the three tasks, for the sets that are there. */
export function evaluateClassifiers(datasets: Datasets): ClassifierRow[] {
  const row = (
    task: ClassifierRow['task'],
    [set, texts]: readonly [string, readonly LabeledText[]],
    [metric, measure]: readonly [ClassifierRow['metric'], (texts: readonly LabeledText[], predict: Predict) => number],
    predict: Predict,
    baseline: Predict | null = null,
  ): ClassifierRow[] =>
    texts.length === 0
      ? []
      : [
          {
            task,
            set,
            n: texts.length,
            metric,
            value: measure(texts, predict),
            baselines: { majority: measure(texts, mostFrequent(texts)), vader: baseline && measure(texts, baseline) },
          },
        ];

  const sentiment = sentimentTests(datasets).flatMap(({ name, texts }) => {
    const isOneLabel = new Set(texts.map(({ label }) => label)).size === 1;
    if (isOneLabel) return row('sentiment', [name, texts], ['accuracy', accuracy], feelingOfText, vaderFeeling);
    return [
      ...row('sentiment', [name, texts], ['accuracy', accuracy], feelingOfText, vaderFeeling),
      ...row('sentiment', [name, texts], ['macro-F1', macroF1], feelingOfText, vaderFeeling),
      ...row('sentiment', [name, texts], ['recall of negative', recallOf('negative')], feelingOfText, vaderFeeling),
      ...row('sentiment', [`${name}, by sentences`, texts], ['macro-F1', macroF1], feelingOfMessage),
    ];
  });
  const intent = intentTests(datasets).flatMap(({ name, texts }) => {
    const isOutOfScope = texts.every(({ label }) => label === 'none');
    if (!isOutOfScope) return row('intent', [name, texts], ['accuracy', accuracy], intentOf);
    return row('intent', [name, texts], ['share without an intent', accuracy], intentOf).map((one) => ({
      ...one,
      baselines: { majority: null, vader: null },
    }));
  });
  const urgency = urgencyTests(datasets).flatMap(({ name, texts }) => [
    ...row('urgency', [name, texts], ['accuracy', accuracy], urgencyOf),
    ...row('urgency', [name, texts], ['macro-F1', macroF1], urgencyOf),
  ]);
  return [...sentiment, ...intent, ...urgency];
}
