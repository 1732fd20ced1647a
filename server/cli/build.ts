/** `npm run build`: builds the web client, as the first start does. */
import { buildWebClient } from '../start/web-build.ts';
import { runCli } from './run-cli.ts';

await runCli((print) => buildWebClient(print));
