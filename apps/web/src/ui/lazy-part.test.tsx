import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CardBoundary } from './error-boundary.tsx';
import { lazyComponent, lazyPart } from './lazy-part.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

afterEach(() => vi.restoreAllMocks());

describe('lazy component', () => {
  it('shows its fallback until its code has loaded, and renders immediately the next time', async () => {
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

  it('loads once for all concurrent users of the component', async () => {
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

  it('offers to reload the page if loading fails, because browsers request a module only once', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const Lazy = lazyComponent<{ name: string }>(() => Promise.reject(new TypeError('Failed to fetch')));

    render(
      <CardBoundary title="Greetings">
        <Lazy name="Maya" />
      </CardBoundary>,
    );

    expect(await screen.findByRole('button', { name: 'Reload' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

it('renders nothing if a part without a card fails to load', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  const Part = lazyPart(load);

  const { container } = render(<Part fallback={<p>Wait</p>} />);

  await vi.waitFor(() => expect(container.textContent).toBe(''));
});
