import { problemsIn, type TemplateProblem } from '#contract/email-template.ts';

/** What the author of a template should look at, each thing once; open braces with the field they are in. */
export function templateWarnings(subject: string, body: string): readonly TemplateProblem[] {
  const found = [
    ...problemsIn(subject).map((problem) => placed('Subject', problem)),
    ...problemsIn(body).map((problem) => placed('Body', problem)),
  ];
  return [...new Map(found.map((problem) => [problem.message, problem])).values()];
}

/** A variable nobody knows may stand in both fields and is replaced in both; braces are open in one. */
const placed = (field: string, problem: TemplateProblem): TemplateProblem =>
  problem.name ? problem : { ...problem, message: `${field}: ${problem.message}` };
