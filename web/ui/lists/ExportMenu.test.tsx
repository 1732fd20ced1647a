import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { onSessionEnded } from '#web/apollo/session-signals.ts';
import { downloadList } from '#web/lib/download.ts';
import { currentToast, resetToast } from '../toasts/toast.ts';
import { ExportMenu } from './ExportMenu.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  resetToast();
});

/** A fake server that answers exports and records requests. */
function serverThat(answer: () => Promise<Response>) {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    requests.push(JSON.parse(body));
    return answer();
  });
  return requests;
}

it('exports the list as filtered on the screen, shows progress and the number of rows', async () => {
  const answer = Promise.withResolvers<Response>();
  const requests = serverThat(() => answer.promise);
  const user = userEvent.setup();
  render(<ExportMenu entity="customer" where={{ matches: 'jo' }} />);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  expect(await screen.findByText('Exporting...')).toBeTruthy();
  expect(requests).toEqual([{ noun: 'customer', format: 'csv', where: { matches: 'jo' }, bom: true }]);
  answer.resolve(new Response('name\r\n', { headers: { 'x-total-count': '1204' } }));
  expect(await screen.findByText('Export')).toBeTruthy();
  expect(currentToast()?.description).toBe('Exported 1,204 rows.');
});

it('shows why an export failed', async () => {
  serverThat(async () => Response.json({ message: '2 exports of yours are under way.' }, { status: 429 }));
  const user = userEvent.setup();
  render(<ExportMenu entity="lead" />);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'JSON Lines' }));
  await waitFor(() => expect(currentToast()).toMatchObject({ tone: 'error', description: '2 exports of yours are under way.' }));
});

it('ends the session when the server no longer knows it', async () => {
  serverThat(async () => Response.json({ message: 'Please sign in.' }, { status: 401 }));
  const ended = vi.fn();
  const stop = onSessionEnded(ended);
  await expect(downloadList({ entity: 'lead', format: 'csv', where: null })).rejects.toThrow('Please sign in.');
  expect(ended).toHaveBeenCalledOnce();
  stop();
});

it('writes the export to a file as it comes, not to memory', async () => {
  const written: string[] = [];
  const writable = () => new WritableStream<Uint8Array>({ write: (part) => void written.push(new TextDecoder().decode(part)) });
  class FileHandle {
    createWritable = async () => writable();
    getFile = async () => new File(written, 'export');
  }
  Object.assign(FileHandle.prototype, { createWritable: undefined });
  vi.stubGlobal('FileSystemFileHandle', FileHandle);
  vi.stubGlobal('navigator', {
    storage: { getDirectory: async () => ({ getFileHandle: async () => new FileHandle(), removeEntry: async () => undefined }) },
  });
  const answer = new Response('name\r\nJo\r\n', { headers: { 'x-total-count': '1' } });
  const blob = vi.spyOn(answer, 'blob');
  serverThat(async () => answer);
  expect(await downloadList({ entity: 'lead', format: 'csv', where: null })).toBe(1);
  expect(written.join('')).toBe('name\r\nJo\r\n');
  expect(blob).not.toHaveBeenCalled();
});
