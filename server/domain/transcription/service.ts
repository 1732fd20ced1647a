import type { Transcription } from '#prisma/generated/client.ts';
import type { Deps } from '../deps.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';

export type Transcriptions = ReturnType<typeof createTranscriptions>;

/** Recorded calls, as text. */
export const createTranscriptions = ({ db }: Pick<Deps, 'db'>) => ({
  /** Those of several ids, in any order; for batched reading. */
  findMany: (ids: readonly string[]): Promise<Transcription[]> => db.prisma.transcription.findMany({ where: { id: { in: [...ids] } } }),

  /** Newest first, by when the call was. */
  list: (page: PageRequest): Promise<Page<Transcription>> =>
    readPage<Transcription>(page, {
      list: 'transcriptions',
      order: [
        { field: 'createdAt', direction: 'desc', holds: 'moment' },
        { field: 'id', direction: 'desc' },
      ],
      find: (query) => db.prisma.transcription.findMany(query),
      count: () => db.prisma.transcription.count(),
    }),
});
