import { act, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { useScrollRestoration } from './use-scroll-restoration.ts';

function App() {
  useScrollRestoration();
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <Routes>
        <Route path="/list" element={<Link to="/record">Record</Link>} />
        <Route path="/record" element={<Link to="/list">List</Link>} />
      </Routes>
    </>
  );
}

it('begins another screen at its top, and goes back to where a screen was left', async () => {
  const page = { top: 0, height: 5_000 };
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => page.top);
  vi.spyOn(window, 'scrollTo').mockImplementation((...to: unknown[]) => {
    page.top = Math.min(Number(to[1]), page.height);
  });
  render(
    <MemoryRouter initialEntries={['/list']}>
      <App />
    </MemoryRouter>,
  );
  page.top = 2_400;
  window.dispatchEvent(new Event('scroll'));
  act(() => screen.getByRole('link', { name: 'Record' }).click());
  expect(page.top).toBe(0);
  // The list is not there at once.
  page.height = 100;
  act(() => screen.getByRole('button', { name: 'Back' }).click());
  expect(page.top).toBe(100);
  page.height = 5_000;
  await vi.waitFor(() => expect(page.top).toBe(2_400));
});
