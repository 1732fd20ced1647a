import { Chip } from '@mui/material';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#web/testing/render.tsx';
import { StatusBadge } from './SessionCard.tsx';

it('highlights an active session, and no other', () => {
  renderAt(
    <>
      <Chip color="brand" label="default" />
      <Chip label="secondary" />
      {['active', 'completed', 'paused'].map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
    </>,
  );
  const look = (words: string) => screen.getByText(words).parentElement?.className;
  expect(look('default')).not.toBe(look('secondary'));
  expect([look('Active'), look('Completed'), look('Paused')]).toEqual([look('default'), look('secondary'), look('secondary')]);
});
