import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
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
