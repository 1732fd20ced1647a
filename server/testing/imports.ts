import { expect } from 'vitest';
import type { Caller } from './caller.ts';
import { idOf } from './stories.ts';
import { until } from './writer.ts';

const ALL = `id state fileName total problemCount wouldCreate wouldUpdate wouldKeep created updated undone kept header columns notices done
  problems { number problem } problemGroups { field isOptional rows valueCount values { value problem rows firstRow } } keptRows { number problem }`;

/** Someone who brings files in, step by step or all at once. */
export function importer(caller: Caller) {
  const upload = (content: string | Uint8Array<ArrayBuffer>, noun = 'customer') =>
    caller.rest.send(`/import?noun=${noun}&name=people.csv`, { method: 'POST', headers: { 'content-type': 'text/csv' }, body: content });
  const act = async (verb: string, id: string, more = '') => {
    const { data, errors } = await caller.graph(
      `mutation($id: ID!) { it: ${verb}(id: $id ${more}) { __typename ... on Import { ${ALL} } ... on Failure { message } } }`,
      { id },
    );
    expect(errors).toBeUndefined();
    return Object(data).it;
  };
  const look = async (id: string) => {
    const { data, errors } = await caller.graph(`query($id: ID!) { import(id: $id) { ${ALL} } }`, { id });
    expect(errors).toBeUndefined();
    return Object(data).import;
  };
  const reaches = async (id: string, state: string) => {
    await until(async () => (await look(id)).state === state);
    return look(id);
  };
  /** `choices`: further arguments, such as `emptyFields: ["source"]`. */
  const check = (id: string, columns: readonly string[], choices = '') =>
    act('checkImport', id, `columns: ${JSON.stringify(columns)} ${choices}`);
  return {
    upload,
    act,
    look,
    reaches,
    check,
    /** Uploads, checks and imports a file. */
    bring: async (content: string, noun = 'customer', choices = '') => {
      const { body } = await upload(content, noun);
      const id = idOf(body);
      const checked = await check(id, Object(body).columns, choices);
      expect((await act('startImport', id)).__typename).toBe('Import');
      return { id, checked, done: await reaches(id, 'done') };
    },
    undo: async (id: string) => {
      expect((await act('undoImport', id)).__typename).toBe('Import');
      return reaches(id, 'undone');
    },
  };
}
