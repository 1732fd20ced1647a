/** `npm run fuzz`: sends known attacks and seeded random requests to the real server, and fails if it crashes, hangs, leaks or errs. */
import { parseArgs } from 'node:util';
import { type AttackResult, runAttacks } from './attacks.ts';
import { runFuzz } from './fuzz.ts';
import { printReport } from './report.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '180' },
    case: { type: 'string' },
    /** Only the known attacks. `generated` means only the generated requests; without either, both are sent. */
    attacks: { type: 'boolean', default: false },
    /** Only the attacks whose name contains this text. */
    attack: { type: 'string' },
    generated: { type: 'boolean', default: false },
    'health-limit': { type: 'string', default: '500' },
  },
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);

// `exit` handlers stop the server, but a signal alone does not run them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const healthLimit = Number(values['health-limit']);
const only = values.case === undefined ? null : Number(values.case);
const isOne = only !== null;

const attacks: readonly AttackResult[] = values.generated || isOne ? [] : await runAttacks({ healthLimit, only: values.attack }, print);
const report =
  values.attacks || values.attack
    ? null
    : await runFuzz({ seed: Number(values.seed), seconds: Number(values.seconds), healthLimit, only }, print);
if (report) print(printReport(report));

const failed = attacks.filter(({ problems }) => problems.length > 0).length;
if (attacks.length > 0) print(`${attacks.length - failed} of ${attacks.length} known attacks passed.`);
process.exitCode = failed > 0 || (report?.failures.length ?? 0) > 0 ? 1 : 0;
