import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RadialBars } from './radial-bars.tsx';

it('shows every value next to its bar, and draws nothing for zero', () => {
  const { container } = render(
    <RadialBars
      label="Profile activity"
      format={String}
      bars={[
        { key: 'visits', label: 'Profile visits', value: 12, color: 'var(--n1)' },
        { key: 'calls', label: 'Calls', value: 0, color: 'var(--n2)' },
      ]}
    />,
  );

  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Profile visits12', 'Calls0']);
  expect(container.innerHTML).not.toContain('NaN');
});
