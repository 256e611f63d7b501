import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ProblemsCard } from './problems-card.tsx';

it('lists problems as sentences', () => {
  render(<ProblemsCard problems={['The disk of DATA_DIR is almost full', 'Redis is not connected']} />);

  screen.getByRole('heading', { name: 'Problems' });
  expect(screen.getAllByText(/\.$/).map(({ textContent }) => textContent)).toEqual([
    'The disk of DATA_DIR is almost full.',
    'Redis is not connected.',
  ]);
});
