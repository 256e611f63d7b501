import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Ring } from '@tidemark/presentation';
import { partOpacity, Rings } from './rings.tsx';

const ring = (values: number[]): Ring => ({
  key: 'likes',
  label: 'Likes',
  color: 'var(--n1)',
  radii: [120, 130],
  parts: values.map((value, index) => ({ key: `p${index}`, label: `Post ${index}`, value })),
});

it("labels each ring's sum, and each part by its name", () => {
  render(<Rings label="Interactions" rings={[ring([30, 10])]} format={String} />);

  expect(screen.getByRole('img', { name: 'Interactions: Likes 40' })).toBeTruthy();
  expect(screen.getByText('Post 1: 10 likes')).toBeTruthy();
});

it('shows a part with a value of zero, faintly', () => {
  const { container } = render(<Rings label="Interactions" rings={[ring([30, 0])]} format={String} />);

  const [, full, faint] = container.querySelectorAll('path');
  expect(full?.getAttribute('fill-opacity')).toBe('1');
  expect(faint?.getAttribute('fill-opacity')).toBe('0.1');
  expect(faint?.getAttribute('d')).not.toContain('NaN');
});

it('limits opacity to between a tenth and one', () => {
  expect(partOpacity(0, 100)).toBe(0.1);
  expect(partOpacity(50, 100)).toBe(0.5);
  expect(partOpacity(200, 100)).toBe(1);
  expect(partOpacity(-5, 100)).toBe(0.1);
  expect(partOpacity(5, 0)).toBe(0.1);
});
