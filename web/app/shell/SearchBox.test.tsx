import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderAt } from '#web/testing/render.tsx';
import { SearchBox } from './SearchBox.tsx';

const box = () => screen.getByPlaceholderText('Search transcriptions...');
const address = () => screen.getByTestId('address').textContent;

it('leads to the matching transcriptions on Enter', async () => {
  renderAt(<SearchBox />);
  await userEvent.type(box(), '  price & terms {Enter}');
  expect(address()).toBe('/transcriptions?search=price+%26+terms');
  expect(box()).toHaveProperty('value', '');
});

it('leads nowhere without words', async () => {
  renderAt(<SearchBox />);
  await userEvent.type(box(), '  {Enter}');
  expect(address()).toBe('/');
});

it('is focused by a slash, which stays a slash while typing', async () => {
  renderAt(<SearchBox />);
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(box());
  await userEvent.keyboard('a/b');
  expect(box()).toHaveProperty('value', 'a/b');
});
