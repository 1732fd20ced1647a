/** `npm run fuzz`: sends seeded nonsense and known attacks to the real server, and fails where it does not hold. */
import { parseArgs } from 'node:util';
import { type AttackResult, runAttacks } from './attacks.ts';
import { runFuzz } from './fuzz.ts';
import { printReport } from './report.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '180' },
    case: { type: 'string' },
    /** Only the known attacks, or only the generated requests; both when neither is given. */
    attacks: { type: 'boolean', default: false },
    /** Only the attacks whose name has this in it. */
    attack: { type: 'string' },
    generated: { type: 'boolean', default: false },
    'health-limit': { type: 'string', default: '500' },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Whatever ends this process ends the server it started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const healthLimit = Number(values['health-limit']);
const only = values.case === undefined ? null : Number(values.case);
const isOne = only !== null;

const attacks: readonly AttackResult[] = values.generated || isOne ? [] : await runAttacks({ healthLimit, only: values.attack }, say);
const report =
  values.attacks || values.attack
    ? null
    : await runFuzz({ seed: Number(values.seed), seconds: Number(values.seconds), healthLimit, only }, say);
if (report) say(printReport(report));

const failed = attacks.filter(({ complaints }) => complaints.length > 0).length;
if (attacks.length > 0) say(`${attacks.length - failed} of ${attacks.length} known attacks were held off.`);
process.exitCode = failed > 0 || (report?.failures.length ?? 0) > 0 ? 1 : 0;
