import { readdirSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createClassifier } from '#server/language/classifiers/linear-classifier.ts';
import { featuresOf, reviewFeaturesOf, tokensOf } from '#server/language/classifiers/text-features.ts';
import { intentsOf } from '#server/language/intents.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { feelingOf, messageScore, sentenceScore, textScore } from '#server/language/sentiment.ts';
import { urgencyOf } from '#server/language/urgency.ts';
import { evaluateClassifiers } from './classifiers.ts';
import { createDatasets } from './datasets.ts';
import { trainLinearModel } from './train/linear-model.ts';

// Without the public data sets only our own lines are measured, none of which a classifier has learned from.
const rows = evaluateClassifiers(createDatasets('/no/data/sets'));

describe('the classifiers on our own lines', () => {
  it.each([
    ['sentiment', 'own formal requests', 'accuracy', 0.85],
    ['sentiment', 'own held-out lines', 'macro-F1', 0.95],
    ['sentiment', 'own held-out lines, by sentences', 'macro-F1', 0.95],
    ['intent', 'own held-out lines', 'accuracy', 0.75],
    ['urgency', 'own tickets not trained on', 'accuracy', 0.68],
    ['urgency', 'own tickets not trained on', 'macro-F1', 0.62],
  ] as const)('reach in %s on %s a %s of %d', (task, set, metric, floor) => {
    const row = rows.find((one) => one.task === task && one.set === set && one.metric === metric);
    expect(row?.value).toBeGreaterThanOrEqual(floor);
  });

  it('are better than the most frequent label and than the lexicon, where several labels occur', () => {
    for (const { value, baselines, metric } of rows.filter((row) => row.metric === 'macro-F1'))
      expect([metric, value > Math.max(baselines.majority ?? 0, baselines.vader ?? 0)]).toEqual([metric, true]);
  });
});

describe('a review', () => {
  it.each([
    ['I loved it at first. After two months the pump broke. I returned it and would not buy it again.', 'negative'],
    [
      'The colour is beautiful and the fit is fine. However, the fabric feels cheap and it shrank. I have mixed feelings about it.',
      'neutral',
    ],
    ['Nice phone but the camera is average. It does its job, nothing more.', 'neutral'],
    ['It took a while to set up. Works as described now, fast delivery, very happy with it!', 'positive'],
  ])('is read as a whole: %j is %s', (text, feeling) => {
    expect([textScore(text), messageScore(sentencesOf(text))].map(feelingOf)).toEqual([feeling, feeling]);
  });

  it('is no mail with a request in it', () => {
    expect(feelingOf(messageScore(['The machine is great.', 'Nobody answers my emails.', 'Please call me back.']))).toBe('negative');
  });
});

describe('the weights', () => {
  const folder = new URL('../server/language/classifiers/weights/', import.meta.url);

  it('take at most 3 MB', () => {
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0);
    expect(bytes).toBeLessThanOrEqual(3_000_000);
  });

  it.each([
    ['sentiment', sentenceScore],
    ['feeling as a whole', textScore],
    ['intents', intentsOf],
    ['urgency', urgencyOf],
  ])('tell the %s of a message in less than a millisecond', (_task, classify) => {
    const message = 'Hello, my order has still not arrived. Could you find out where it is and call me back, please? '.repeat(5);
    const times = Array.from({ length: 101 }, () => {
      const start = performance.now();
      classify(message);
      return performance.now() - start;
    }).sort((a, b) => a - b);
    expect(times[50]).toBeLessThan(1);
  });
});

describe('the features of a text', () => {
  it('are the same whoever is named, whatever is linked and whichever figure is told', () => {
    expect(tokensOf('@acme see https://acme.test/x, order 1042!!')).toEqual(tokensOf('@other see https://other.test order 77!!'));
  });

  it('are none of an empty text, but for its end or its length', () => {
    expect(featuresOf('', 1024)).toHaveLength(1);
    expect(reviewFeaturesOf('', 1024)).toHaveLength(2);
  });

  it('of a very long text are those of its beginning', () => {
    const long = 'Where is my order? '.repeat(1_100);
    expect(featuresOf(long, 1024)).toEqual(featuresOf(long.slice(0, 4_000), 1024));
    expect(reviewFeaturesOf(long, 1024)).toEqual(reviewFeaturesOf(long.slice(0, 4_000), 1024));
  });
});

describe('training', () => {
  const texts = [
    ...['good coffee', 'good tea', 'very good'].map((text) => ({ text, label: 'good' })),
    ...['bad coffee', 'bad tea', 'very bad'].map((text) => ({ text, label: 'bad' })),
  ];
  const options = { buckets: 1024, epochs: 20, learningRate: 0.3, decay: 0, seed: 1 };

  it('learns what tells the labels apart, and gives the same weights each time', () => {
    const labels = ['bad', 'good'] as const;
    const model = trainLinearModel(texts, labels, options);
    const { classify } = createClassifier(labels, model.header, model.weights);
    expect(classify('a good plan')[1]).toBeGreaterThan(0.5);
    expect(classify('a bad plan')[0]).toBeGreaterThan(0.5);
    expect(trainLinearModel(texts, labels, options)).toEqual(model);
  });

  it('refuses a label that it was not told of', () => {
    expect(() => trainLinearModel(texts, ['bad'], options)).toThrow('Unknown label: good');
  });
});
