import { readFileSync, writeFileSync } from 'node:fs';
import { filesOf, type UseCase } from './use-case-files.ts';

/**
 * `npm run use-cases`: writes the files of the seven use cases into ARCHITECTURE.md, computed from the imports. A test holds
 * the page to them, and each use case to ten files.
 */

export const USE_CASES: readonly (UseCase & { readonly summary: string })[] = [
  {
    name: 'Moving a lead',
    summary:
      'One SQL statement moves the lead and writes the event `lead.moved`. The sequencer numbers committed events; each instance reads them in that order and publishes them on its event bus, where every open `pipelineChanged` has a bounded queue.',
    entries: [
      'schema/lead.ts#field:moveLead',
      'server/domain/lead/service.ts#createLeads.move',
      'schema/pipeline.ts#field:pipelineChanged',
    ],
  },
  {
    name: 'Dragging a card',
    summary:
      'The board shows the card in its new column at once and sends `moveLead`; the one subscription of the board merges the changes of others into the cache.',
    entries: ['web/features/pipeline/PipelineBoard.tsx#PipelineBoard'],
  },
  {
    name: 'Searching customers',
    summary: 'The term is in the URL; the list asks for pages of 20 by cursor; the filter compiles to the same SQL as `where`.',
    entries: [
      'web/features/customers/Customers.tsx#Customers',
      'schema/customer.ts#field:customers',
      'server/domain/customer/queries.ts#customerCondition',
    ],
  },
  {
    name: 'Opening a customer',
    summary: 'The drawer is in the URL. Its header, numbers and timeline are one query; the timeline is a union of five tables.',
    entries: [
      'web/features/customers/detail/CustomerDrawer.tsx#CustomerDrawer',
      'schema/customer.ts#field:customer',
      'server/domain/customer/service.ts#createCustomers.find',
    ],
  },
  {
    name: 'Importing a CSV',
    summary:
      'The upload is spooled to disk, parsed in a stream and stored as rows; a dry run says what would happen; a background job upserts in batches that can be reverted.',
    entries: [
      'server/transport/import/serve-import.ts#serveImport',
      'schema/import/import.ts#field:startImport',
      'server/domain/import/service.ts#createImports',
    ],
  },
  {
    name: 'Taking a live-call update',
    summary:
      'The call’s row is locked, new text is measured with what is cached of the call, the rules may add prompts, and the event tells whoever watches.',
    entries: ['schema/live-call/live-call-changes.ts#field:updateLiveCall', 'server/domain/live-call/service.ts#createLiveCalls.update'],
  },
  {
    name: 'Generating a reply',
    summary:
      'The assistant reads the message, finds the passages of the approved training items that answer it, and writes the reply with its sources. With an API key the model does the writing; this is the path without one.',
    entries: [
      'schema/assistant.ts#field:generateReply',
      'server/domain/assistant/service.ts#createReplies.generate',
      'server/ai/offline/assistant.ts#offlineAssistant.reply',
    ],
  },
];

export const START = '<!-- use cases: written by `npm run use-cases` -->';
export const END = '<!-- end of use cases -->';

/** The section of ARCHITECTURE.md. */
export function printUseCases(): string {
  const sections = USE_CASES.map((useCase) => {
    const files = filesOf(useCase);
    return `**${useCase.name}** (${files.length} files). ${useCase.summary}\n${files.map((file) => `\`${file}\``).join(' → ')}`;
  });
  return `${START}\n\n${sections.join('\n\n')}\n\n${END}`;
}

if (import.meta.main) {
  const page = readFileSync('ARCHITECTURE.md', 'utf8');
  writeFileSync('ARCHITECTURE.md', `${page.slice(0, page.indexOf(START))}${printUseCases()}${page.slice(page.indexOf(END) + END.length)}`);
}
