import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Imports against the direction of the layers: the importing file, and the imported one. */
const FORBIDDEN = [
  ['schema/contract/lead.ts', '#domain/lead/service.ts'],
  ['schema/lead.ts', '#server/auth/sessions.ts'],
  ['schema/lead.ts', '#server/transport/errors.ts'],
  ['schema/query/where.ts', '../../server/database/client.ts'],
  ['server/domain/lead/service.ts', '#schema/lead.ts'],
  ['server/domain/lead/service.ts', '#server/transport/errors.ts'],
  ['server/domain/lead/service.ts', 'graphql'],
  ['server/domain/sync/service.ts', '#server/integrations/shopify/http/pages.ts'],
  ['server/events/event-bus.ts', '#schema/index.ts'],
  ['server/events/event-bus.ts', '../transport/errors.ts'],
  ['server/transport/rest/serve.ts', '#server/app.ts'],
  ['server/transport/rest/serve.ts', '#schema/lead.ts'],
  ['server/transport/rest/serve.ts', '#web/lib/format.ts'],
  ['server/database/client.ts', '#server/testing/test-app.ts'],
  ['server/transport/rest/serve.ts', '../../../bench/fixture.ts'],
  ['schema/lead.ts', '#server/testing/test-app.ts'],
  ['web/lib/format.ts', '#domain/lead/service.ts'],
  ['web/lib/format.ts', '#web/ui/Panel.tsx'],
  ['web/theme/theme.ts', '../ui/Panel.tsx'],
  ['web/session/session.tsx', '#web/app/routes.tsx'],
  ['web/ui/Panel.tsx', '#web/templates/TemplatePreview.tsx'],
  ['web/ui/Panel.tsx', '../app/routes.tsx'],
  ['web/templates/TemplatePreview.tsx', '#web/features/pipeline/Pipeline.tsx'],
  ['web/features/pipeline/Pipeline.tsx', '#web/app/routes.tsx'],
  ['web/features/pipeline/Pipeline.tsx', '../orders/Orders.tsx'],
  ['web/features/pipeline/lead/EditLead.tsx', '../../orders/Orders.tsx'],
  ['web/app/routes.tsx', '#web/testing/render.tsx'],
  ['web/app/routes.tsx', '#server/config.ts'],
] as const;

const ALLOWED = [
  ['schema/contract/lead.ts', './limits.ts'],
  ['schema/lead.ts', '#domain/lead/service.ts'],
  ['server/domain/lead/service.ts', '#server/ai/port.ts'],
  ['server/transport/graphql/yoga.ts', '#schema/index.ts'],
  ['server/transport/rest/serve.ts', '#domain/request-context.ts'],
  ['server/app.ts', './transport/http.ts'],
  ['web/ui/Panel.tsx', '#web/theme/theme.ts'],
  ['web/features/pipeline/lead/EditLead.tsx', '../Pipeline.tsx'],
  ['web/app/routes.tsx', '#web/features/pipeline/Pipeline.tsx'],
] as const;

/** A numbered file for each case, so that no two cases share one. */
const fileOf = (kind: string, at: number, file: string) => join(dirname(file), `${kind}${at}${file.slice(file.lastIndexOf('.'))}`);

describe('the import rules in biome.json', () => {
  let folder: string;
  let refused: ReadonlySet<string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'callboard-imports-'));
    await cp(join(root, 'biome.json'), join(folder, 'biome.json'));
    for (const [kind, cases] of [
      ['refused', FORBIDDEN],
      ['allowed', ALLOWED],
    ] as const)
      for (const [at, [file, target]] of cases.entries()) {
        const path = join(folder, fileOf(kind, at, file));
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, `import '${target}';\n`);
      }
    const biome = join(root, 'node_modules/.bin/biome');
    const args = ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', '.'];
    const { stdout } = await promisify(execFile)(biome, args, { cwd: folder }).catch((error: { stdout: string }) => error);
    refused = new Set([...stdout.matchAll(/file=([^,]+)/g)].map(([, file = '']) => relative(folder, file)));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(FORBIDDEN.map(([file, target], at) => ({ file, target, at })))('forbid $file to import $target', ({ file, at }) => {
    expect(refused).toContain(fileOf('refused', at, file));
  });

  it.each(ALLOWED.map(([file, target], at) => ({ file, target, at })))('allow $file to import $target', ({ file, at }) => {
    expect(refused).not.toContain(fileOf('allowed', at, file));
  });
});
