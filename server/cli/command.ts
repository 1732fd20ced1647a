/** Runs a command line to its end: what it says goes to the terminal, a failure becomes one sentence and exit code 1. */
export async function runCli(run: (say: (line: string) => void) => Promise<void>): Promise<void> {
  try {
    await run((line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
