import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSearchParam } from './use-search-param.ts';

function Box() {
  const { text, setText, search } = useSearchParam();
  const { search: address } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => navigate('/?search=elsewhere&call=1')}>
        Elsewhere
      </button>
      <p data-testid="search">{search}</p>
      <p data-testid="address">{address}</p>
    </>
  );
}

beforeEach(() => void vi.useFakeTimers());

const box = () => screen.getByLabelText<HTMLInputElement>('Search');
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const rest = () => act(() => vi.advanceTimersByTime(300));
const open = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Box />
    </MemoryRouter>,
  );
const shown = () => [box().value, screen.getByTestId('search').textContent, screen.getByTestId('address').textContent];

it('starts with the value in the URL', () => {
  open('/?search=price+%26+terms');
  expect(shown()).toEqual(['price & terms', 'price & terms', '?search=price+%26+terms']);
});

it('updates the URL after a pause, keeps a trailing space, and leaves other parameters alone', () => {
  open('/?call=1');
  type('pri');
  type('price ');
  expect(shown()).toEqual(['price ', '', '?call=1']);
  rest();
  expect(shown()).toEqual(['price ', 'price', '?call=1&search=price']);
  type('');
  rest();
  expect(shown()).toEqual(['', '', '?call=1']);
});

it('takes over changes of the URL made elsewhere, also while the user types', () => {
  open('/?search=price');
  type('price l');
  fireEvent.click(screen.getByRole('button'));
  expect(shown()).toEqual(['elsewhere', 'elsewhere', '?search=elsewhere&call=1']);
  rest();
  expect(shown()).toEqual(['elsewhere', 'elsewhere', '?search=elsewhere&call=1']);
});
