// Loaded into the server under test before it starts (with --expose-gc), so that what memory it needs can be told from what it has
// not collected yet.
process.on('SIGUSR2', () => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }));
