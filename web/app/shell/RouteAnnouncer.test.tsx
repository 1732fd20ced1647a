import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { Link, MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';

function App() {
  const content = useRef<HTMLElement>(null);
  return (
    <>
      <Link to="/pipeline">Pipeline</Link>
      <Link to="/pipeline?lead=a">A lead</Link>
      <Link to="/orders">Orders</Link>
      <input aria-label="Search" />
      <RouteAnnouncer content={content} />
      <main ref={content} id="content" tabIndex={-1} />
    </>
  );
}

const follow = (name: string) => {
  const link = screen.getByRole('link', { name });
  link.focus();
  act(() => link.click());
  return link;
};
const announced = () => screen.getByRole('status').textContent;

it('announces another screen and moves the focus to it, but neither within a screen', () => {
  render(
    <MemoryRouter initialEntries={['/']}>
      <App />
    </MemoryRouter>,
  );
  expect(announced()).toBe('');
  follow('Pipeline');
  expect(announced()).toBe('Pipeline');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  const link = follow('A lead');
  expect(document.activeElement).toBe(link);
  screen.getByLabelText('Search').focus();
  act(() => screen.getByRole('link', { name: 'Orders' }).click());
  expect(announced()).toBe('Shopify Orders');
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});
