import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoadMore } from './LoadMore.tsx';

const SEEN = { isIntersecting: true } as IntersectionObserverEntry;

/** An observer that sees what it observes at once, as under a list shorter than the window. */
class InView implements Pick<IntersectionObserver, 'observe' | 'disconnect'> {
  #report: IntersectionObserverCallback;
  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }
  observe() {
    queueMicrotask(() => this.#report([SEEN], this as unknown as IntersectionObserver));
  }
  disconnect() {}
}

beforeEach(() => void vi.stubGlobal('IntersectionObserver', InView));
afterEach(() => vi.unstubAllGlobals());

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

/** A list of three further pages. */
function openList() {
  const server = { isAway: false, requests: 0 };
  function Pages() {
    const [pages, setPages] = useState(0);
    const load = async () => {
      server.requests += 1;
      await Promise.resolve();
      if (server.isAway) throw new TypeError('Failed to fetch');
      setPages((before) => before + 1);
    };
    return <LoadMore hasMore={pages < 3} onMore={load} />;
  }
  return { server, Pages };
}

it('loads page after page while its end is in view', async () => {
  const { server, Pages } = openList();
  render(<Pages />);
  await settle();
  expect(server.requests).toBe(3);
  expect(screen.queryByRole('button')).toBeNull();
});

it('stops after a failed page and says so, until someone retries', async () => {
  const { server, Pages } = openList();
  server.isAway = true;
  render(<Pages />);
  await settle();
  expect(server.requests).toBe(1);
  expect(screen.getByRole('alert').textContent).toBe('Couldn’t load more');
  server.isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await settle();
  expect(server.requests).toBe(4);
  expect(screen.queryByRole('alert')).toBeNull();
});
