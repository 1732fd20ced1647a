/** `npm run bundle-size`: what each screen of the built web client weighs when it is the first one opened, and whether that is too much. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { buildWebClient, WEB_DIST, WEB_MANIFEST } from '../web-build.ts';
import { runCli } from './command.ts';

/** Bytes of JavaScript after gzip: of what everybody sees first, and of any other screen that is opened first. */
const ALLOWED = { first: 250_000, other: 285_000 };
const LOGIN = 'features/login/Login.tsx';
const FIRST = [LOGIN, 'features/response-center/ResponseCenter.tsx'];
const ENTRY = 'index.html';
/** What is around every screen but the login. */
const AROUND = [ENTRY, 'app/AuthenticatedApp.tsx'];
const SCREEN = /^features\/[^/]+\/[A-Z][^/]+\.tsx$/;

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), dynamicImports: z.array(z.string()).default([]) }),
);
type Manifest = z.infer<typeof Manifest>;

/** The files that must be there before these modules run. */
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

await runCli(async (say) => {
  await buildWebClient(say);
  const manifest = Manifest.parse(JSON.parse(await readFile(WEB_MANIFEST, 'utf8')));
  const screens = manifest[ENTRY]?.dynamicImports.filter((module) => SCREEN.test(module)) ?? [];
  const weighed = await Promise.all(
    [...new Set([...FIRST, ...screens])].map(async (screen) => {
      const files = [...filesOf(manifest, [...(screen === LOGIN ? [ENTRY] : AROUND), screen])];
      const sizes = await Promise.all(files.map((file) => stat(join(WEB_DIST, `${file}.gz`))));
      return {
        screen,
        bytes: sizes.reduce((sum, { size }) => sum + size, 0),
        most: FIRST.includes(screen) ? ALLOWED.first : ALLOWED.other,
      };
    }),
  );
  for (const { screen, bytes, most } of weighed) say(`${String(bytes).padStart(8)} of ${most} bytes  ${screen}`);
  const heavy = weighed.filter(({ bytes, most }) => bytes >= most).map(({ screen }) => screen);
  if (heavy.length > 0) throw new Error(`Over the JavaScript budget: ${heavy.join(', ')}.`);
});
