import { TOPICS } from '#server/language/classifiers/labels.ts';
import { type Datasets, readCompanies, readCustomerLines, readParaphraseGroups, spread } from '../datasets.ts';
import { type TrainedModel, type TrainingText, trainLinearModel } from './linear-model.ts';
import type { RankingSources } from './train-vectors.ts';

/** Intents of CLINC that people also bring to a bank, a shop, a carrier or a hotel: neither clearly for a company nor clearly not. */
const EITHER =
  /account|application|apr|balance|bank|bill|book|card|carry|charges|credit|damaged|deposit|exchange|expiration|fee|flight|fraud|freeze|hotel|improve|income|insurance|interest|limit|luggage|min_payment|oil_change|order|payday|payment|pin|redeem|rental|report|reservation|rewards|rollover|routing|schedule_maintenance|spending|taxes|transactions|transfer|travel|w2/;

/** Questions written to be about nothing at all that an assistant knows: they are few and count more. */
const OUT_OF_SCOPE_WEIGHT = 5;
/** Questions of each banking intent: so many that a bank does not decide what a company is. */
const EACH_BANKING = 40;

/** Trains what tells questions to a company from general knowledge and everyday life. */
export function trainTopic(datasets: Datasets, { banking, companies }: RankingSources): TrainedModel {
  const company = [
    ...readParaphraseGroups().flatMap(({ title, phrasings }) => [title, ...phrasings]),
    ...readCustomerLines().map(({ text }) => text),
    ...datasets.faqs().map(({ question }) => question),
    ...(companies ? readCompanies() : []).flatMap(({ questions }) =>
      questions.filter(({ items }) => items.length > 0).map(({ text }) => text),
    ),
    ...(banking ? spread(datasets.banking('train'), EACH_BANKING) : []).map(({ text }) => text),
  ];
  const other: TrainingText[] = [
    ...datasets
      .clincTraining()
      .filter(({ label }) => !EITHER.test(label))
      .map(({ text }) => ({ text, label: 'other' })),
    // The validation part is what the ranking is fitted on: with it among these texts the ranking would trust them too much.
    ...[...datasets.clincOutOfScope('train'), ...(companies ? datasets.clincOutOfScope('val') : [])].map((text) => ({
      text,
      label: 'other',
      weight: OUT_OF_SCOPE_WEIGHT,
    })),
  ];
  const total = other.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const texts = [...company.map((text) => ({ text, label: 'company', weight: total / company.length })), ...other];
  return trainLinearModel(texts, TOPICS, { buckets: 2 ** 16, epochs: 6, learningRate: 0.1, decay: 1e-5, seed: 1 });
}
