import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyComponent, lazyPart } from './lazy-part.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

afterEach(() => vi.restoreAllMocks());

describe('a lazy component', () => {
  it('shows its fallback until its code has loaded, and is there at once the next time', async () => {
    const load = vi.fn(() => Promise.resolve(Greeting));
    const Lazy = lazyComponent(load);

    render(<Lazy name="Maya" fallback={<p>Wait</p>} />);
    expect(screen.getByText('Wait')).toBeDefined();
    await screen.findByText('Hello Maya');
    cleanup();
    render(<Lazy name="Theo" fallback={<p>Wait</p>} />);

    expect(screen.getByText('Hello Theo')).toBeDefined();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('loads once for all that are drawn together', async () => {
    const load = vi.fn(() => Promise.resolve(Greeting));
    const Lazy = lazyComponent(load);

    render(
      <>
        <Lazy name="Maya" />
        <Lazy name="Theo" />
      </>,
    );

    await screen.findByText('Hello Maya');
    await screen.findByText('Hello Theo');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('reports to the error boundary that it could not be loaded, and loads again when retried', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const load = vi.fn(() => Promise.resolve(Greeting));
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const Lazy = lazyComponent(load);
    render(
      <ErrorBoundary fallback={(_, retry) => <button onClick={retry}>Try again</button>}>
        <Lazy name="Maya" />
      </ErrorBoundary>,
    );

    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));

    await screen.findByText('Hello Maya');
  });
});

it('nothing takes the place of a part that cannot be loaded', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  const Part = lazyPart(load);

  const { container } = render(<Part fallback={<p>Wait</p>} />);

  await vi.waitFor(() => expect(container.textContent).toBe(''));
});
