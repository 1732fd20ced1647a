import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useFilterParam } from './use-filter-param.ts';

function Filters() {
  const type = useFilterParam<'type' | 'search'>();
  const sentiment = useFilterParam<'sentiment'>();
  const { search } = useLocation();
  const clearSearchAndChooseBoth = () => {
    type.set('search', null);
    type.set('type', 'support');
    sentiment.set('sentiment', 'negative');
  };
  return (
    <>
      <button type="button" onClick={clearSearchAndChooseBoth}>
        Choose both
      </button>
      <p data-testid="url">{search}</p>
    </>
  );
}

it('keeps every change made before the next render', () => {
  render(
    <MemoryRouter initialEntries={['/?search=price&call=1']}>
      <Filters />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByTestId('url').textContent).toBe('?call=1&type=support&sentiment=negative');
});
