/** `npm run bundle-size`: the JavaScript each screen of the web client loads when it is opened first, checked against a budget. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { buildWebClient, WEB_DIST, WEB_MANIFEST } from '../start/web-build.ts';
import { runCli } from './run-cli.ts';

/** Budgets in gzipped bytes of JavaScript: for the login and home screens, and for any other screen opened first. */
const BUDGET = { first: 250_000, other: 285_000 };
const LOGIN = 'features/login/Login.tsx';
const FIRST = [LOGIN, 'features/response-center/ResponseCenter.tsx'];
const ENTRY = 'index.html';
/** The modules every screen but the login needs as well. */
const SHELL = [ENTRY, 'app/AuthenticatedApp.tsx'];
const SCREEN = /^features\/[^/]+\/[A-Z][^/]+\.tsx$/;

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), dynamicImports: z.array(z.string()).default([]) }),
);
type Manifest = z.infer<typeof Manifest>;

/** The chunks that must be loaded before these modules run. */
function filesOf(manifest: Manifest, modules: readonly string[], found = new Set<string>()): Set<string> {
  for (const module of modules) {
    const chunk = manifest[module];
    if (!chunk) throw new Error(`${module} is not an entry of the web client’s manifest.`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    filesOf(manifest, chunk.imports, found);
  }
  return found;
}

await runCli(async (print) => {
  await buildWebClient(print);
  const manifest = Manifest.parse(JSON.parse(await readFile(WEB_MANIFEST, 'utf8')));
  const screens = manifest[ENTRY]?.dynamicImports.filter((module) => SCREEN.test(module)) ?? [];
  const sizes = await Promise.all(
    [...new Set([...FIRST, ...screens])].map(async (screen) => {
      const files = [...filesOf(manifest, [...(screen === LOGIN ? [ENTRY] : SHELL), screen])];
      const bytes = await Promise.all(files.map((file) => stat(join(WEB_DIST, `${file}.gz`))));
      return {
        screen,
        bytes: bytes.reduce((sum, { size }) => sum + size, 0),
        budget: FIRST.includes(screen) ? BUDGET.first : BUDGET.other,
      };
    }),
  );
  for (const { screen, bytes, budget } of sizes) print(`${String(bytes).padStart(8)} of ${budget} bytes  ${screen}`);
  const tooLarge = sizes.filter(({ bytes, budget }) => bytes >= budget).map(({ screen }) => screen);
  if (tooLarge.length > 0) throw new Error(`Over the JavaScript budget: ${tooLarge.join(', ')}.`);
});
