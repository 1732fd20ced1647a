/** Runs a command: its output goes to the terminal, a failure becomes one message on stderr and exit code 1. */
export async function runCli(run: (print: (line: string) => void) => Promise<void>): Promise<void> {
  try {
    await run((line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
