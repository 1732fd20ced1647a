import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderAt } from '#web/testing/render.tsx';
import { SearchBox } from './SearchBox.tsx';

const box = () => screen.getByPlaceholderText('Search transcriptions...');
const address = () => screen.getByTestId('address').textContent;

it('opens the matching transcriptions on Enter', async () => {
  renderAt(<SearchBox />);
  await userEvent.type(box(), '  price & terms {Enter}');
  expect(address()).toBe('/transcriptions?search=price+%26+terms');
  expect(box()).toHaveProperty('value', '');
});

it('does nothing for an empty search', async () => {
  renderAt(<SearchBox />);
  await userEvent.type(box(), '  {Enter}');
  expect(address()).toBe('/');
});

it('is focused by the slash key, which types a slash in a text field', async () => {
  renderAt(<SearchBox />);
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(box());
  await userEvent.keyboard('a/b');
  expect(box()).toHaveProperty('value', 'a/b');
});
