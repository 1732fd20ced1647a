import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#web/testing/render.tsx';
import { Brand, Navigation } from './Navigation.tsx';

const entries = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

it('has the product name and subtitle above it', () => {
  renderAt(<Brand compact={false} />);
  screen.getByText('Sales CRM with AI');
});

it('lists the screens in the specified order', () => {
  renderAt(<Navigation />);
  expect(entries()).toEqual([
    ['AI Response Center', '/'],
    ['Pipeline', '/pipeline'],
    ['Customers', '/customers'],
    ['Transcriptions', '/transcriptions'],
    ['Email Templates', '/email-templates'],
    ['AI Training', '/ai-training'],
    ['AI Coaching', '/coaching'],
    ['Interaction Flows', '/interaction-flows'],
    ['Shopify Orders', '/orders'],
    ['Analytics', '/analytics'],
  ]);
});

it.each(['/', '/orders'])('marks the screen at %s as current, and no other', (at) => {
  renderAt(<Navigation />, { at });
  const marked = screen.getAllByRole('link', { current: 'page' });
  expect(marked.map((link) => link.getAttribute('href'))).toEqual([at]);
});

it('keeps accessible names when only icons fit', () => {
  renderAt(<Navigation compact />);
  screen.getByRole('link', { name: 'Interaction Flows' });
});
