/**
 * `npm run eval -- --data <folder> [--print <number> --seed <number>]`: measures the offline assistant on the public data sets in the folder and on the samples of the repository, with
 * plain baselines in the same run. `docs/assistant.md` has the table of the last run and says where the data come from. With `--print`
 * it prints so many replies and the notes of so many calls, chosen at random, instead.
 */
import { parseArgs } from 'node:util';
import { runCli } from '#server/cli/run-cli.ts';
import { loadRetrievalModel } from '#server/language/retrieval/model.ts';
import { evaluateCalls, printNotes } from './calls.ts';
import { evaluateClassifiers } from './classifiers.ts';
import { createDatasets, readCompanies, readDistractors, spread } from './datasets.ts';
import { baselines, indexOf, printReplies, type ReplyScores, scoreReplies, titlesOf } from './replies.ts';

const percent = (share: number | null) => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const REPLY_HEAD = ['questions to', 'items', 'questions', 'answered', 'right', 'precision', 'calibration error'];

const replyRow = ({ set, items, questions, answered, right, precision, calibrationError }: ReplyScores) => [
  set,
  String(items),
  String(questions),
  percent(answered),
  percent(right),
  percent(precision),
  calibrationError === null ? '–' : calibrationError.toFixed(3),
];

/** Questions of each intent that are put to a base. */
const EACH = 20;
const SAME_WORDS = 'the titles themselves, word for word';

await runCli(async (print) => {
  const { values } = parseArgs({ options: { data: { type: 'string' }, print: { type: 'string' }, seed: { type: 'string' } } });
  const datasets = createDatasets(values.data ?? 'eval/data');
  const model = loadRetrievalModel();
  const sets = [
    datasets.bitextSet(EACH),
    datasets.ecommerceSet(EACH),
    datasets.technicalSet(4),
    { ...datasets.ecommerceSet(EACH), name: 'e-commerce FAQ among distractors' },
    ...readCompanies().map((set) => ({ ...set, name: `${set.name} (ranking was fitted on it)` })),
  ].filter(({ items, questions }) => items.length > 0 && questions.length > 0);
  if (values.print !== undefined) {
    const [count, seed] = [Number(values.print), Number(values.seed ?? 1)];
    print(
      await printReplies(
        sets.filter(({ name }) => !name.endsWith('distractors')),
        model,
        count,
        seed,
      ),
    );
    return print(await printNotes(datasets, count, seed));
  }
  const distractors = [...readDistractors(), ...datasets.faqItems()].slice(0, 1_770);
  const outside = datasets.clincOutOfScope('test').map((text) => ({ text, items: [] }));
  const absent = spread(datasets.banking('test'), 10).map(({ text }) => ({ text, items: [] }));

  const rows: string[][] = [];
  for (const { name, items, questions } of sets) {
    const all = name.endsWith('distractors') ? [...items, ...distractors] : items;
    const index = indexOf(all, model);
    const answerable = questions.filter(({ items: answers }) => answers.length > 0);
    rows.push(replyRow(await scoreReplies(name, index, answerable)));
    for (const { name: baseline, ...scores } of baselines(index, all, answerable)) rows.push(replyRow({ ...scores, set: `· ${baseline}` }));
    rows.push(replyRow(await scoreReplies(`· ${SAME_WORDS}`, index, titlesOf(items))));
    // The ranking was fitted with such questions to the companies.
    if (name.includes('fitted')) continue;
    if (outside.length > 0) rows.push(replyRow(await scoreReplies('· out of scope (CLINC): answered is wrong', index, outside)));
    if (absent.length > 0) rows.push(replyRow(await scoreReplies('· about something else (banking77): answered is wrong', index, absent)));
  }
  print('Replies\n');
  print(table(REPLY_HEAD, rows));

  print('\nClassifiers\n');
  print(
    table(
      ['task', 'set', 'texts', 'measure', 'value', 'baselines'],
      evaluateClassifiers(datasets).map(({ task, set, n, metric, value, baselines: others }) => [
        task,
        set,
        String(n),
        metric,
        value.toFixed(3),
        Object.entries(others)
          .flatMap(([name, one]) => (one === null ? [] : [`${name} ${one.toFixed(3)}`]))
          .join(', '),
      ]),
    ),
  );

  print('\nCall notes and live coaching\n');
  const shown = (value: number, unit: 'share' | 'count') => (unit === 'share' ? percent(value) : String(Math.round(10 * value) / 10));
  print(
    table(
      ['set', 'calls', 'measure', 'value', 'baseline'],
      (await evaluateCalls(datasets)).map(({ set, calls, measure, value, unit, baseline }) => [
        set,
        String(calls),
        measure,
        shown(value, unit),
        baseline ? `${baseline.name} ${shown(baseline.value, unit)}` : '–',
      ]),
    ),
  );
});
