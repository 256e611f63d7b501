import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Card } from './card.tsx';

function Sample() {
  const [open, onOpenChange] = useState(false);
  return (
    <Card title="Demo" tools={<button type="button">Help</button>} collapse={{ open, onOpenChange }}>
      Content
    </Card>
  );
}

it('shows only its header until its title is pressed', () => {
  render(<Sample />);
  const title = screen.getByRole('button', { name: 'Demo' });

  expect(title.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('Content')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Help' })).toBeNull();
  fireEvent.click(title);

  expect(title.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('Content')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Help' })).toBeTruthy();
});
