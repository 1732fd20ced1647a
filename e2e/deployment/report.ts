/** Prints what a fault test measured, for the table in docs/faults.md. */
export function report(fault: string, measured: Readonly<Record<string, number | undefined>>): void {
  const numbers = Object.entries(measured).map(([name, value]) => `${name} ${Number(value?.toFixed(1))}`);
  process.stdout.write(`${fault}: ${numbers.join(', ')}\n`);
}
