/** `npm run build`: builds the web client, as the first start would. */
import { buildWebClient } from '../web-build.ts';
import { command } from './command.ts';

await command((say) => buildWebClient(say));
