import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CardBoundary } from './error-boundary.tsx';

let broken = true;

function Fragile() {
  if (broken) throw new Error('The scale has no range.');
  return <p>284.1k</p>;
}

beforeEach(() => {
  broken = true;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function renderCards() {
  render(
    <>
      <CardBoundary title="Views">
        <Fragile />
      </CardBoundary>
      <CardBoundary title="Reach">
        <p>41.7k</p>
      </CardBoundary>
    </>,
  );
}

it('replaces only the failed card, and restores it on retry', () => {
  renderCards();
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
  expect(screen.getByRole('heading', { name: 'Views' })).toBeDefined();
  expect(screen.getByText('41.7k')).toBeDefined();

  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(screen.getByText('284.1k')).toBeDefined();
});

it('copies a report with an ID, the page and the error', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
  renderCards();
  const id = /report ([0-9a-f]{8})/.exec((await screen.findByText(/Details for support/)).textContent)?.[1];

  fireEvent.click(screen.getByText('Copy details'));

  expect(await screen.findByText('Copied')).toBeDefined();
  const report = writeText.mock.calls[0]?.[0];
  expect(report).toContain(`Report ${id}`);
  expect(report).toContain('The scale has no range.');
  expect(report).toContain(`Page ${window.location.pathname}`);
});
