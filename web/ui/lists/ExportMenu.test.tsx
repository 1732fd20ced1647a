import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { currentToast, resetToast } from '../toasts/toast.ts';
import { ExportMenu } from './ExportMenu.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  resetToast();
});

/** A server that answers exports, and notes what it was asked for. */
function serverThat(answer: () => Promise<Response>) {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    return answer();
  });
  return asked;
}

it('takes away what the screen shows, says that it is at work and how many rows there were', async () => {
  const answer = Promise.withResolvers<Response>();
  const asked = serverThat(() => answer.promise);
  const user = userEvent.setup();
  render(<ExportMenu noun="customer" where={{ matches: 'jo' }} />);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  expect(await screen.findByText('Exporting...')).toBeTruthy();
  expect(asked).toEqual([{ noun: 'customer', format: 'csv', where: { matches: 'jo' }, bom: true }]);
  answer.resolve(new Response('name\r\n', { headers: { 'x-total-count': '1204' } }));
  expect(await screen.findByText('Export')).toBeTruthy();
  expect(currentToast()?.description).toBe('Exported 1,204 rows.');
});

it('says why it could not', async () => {
  serverThat(async () => Response.json({ message: '2 exports of yours are under way.' }, { status: 429 }));
  const user = userEvent.setup();
  render(<ExportMenu noun="lead" />);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'JSON Lines' }));
  await waitFor(() => expect(currentToast()).toMatchObject({ tone: 'error', description: '2 exports of yours are under way.' }));
});
