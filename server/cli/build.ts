/** `npm run build`: builds the web client, as the first start would. */
import { buildWebClient } from '../web-build.ts';
import { runCli } from './command.ts';

await runCli((say) => buildWebClient(say));
