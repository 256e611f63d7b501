import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Tooltip } from './tooltip.tsx';

const showPopover = vi.fn<() => void>();

beforeEach(() => {
  showPopover.mockReset();
  Object.defineProperty(HTMLElement.prototype, 'showPopover', { configurable: true, value: showPopover });
});
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
});

function busyBrowser(): void {
  throw new DOMException('The popover is already hiding.', 'InvalidStateError');
}

function focusTheButton() {
  render(
    <Tooltip text="Appearance">
      <button type="button">Menu</button>
    </Tooltip>,
  );
  fireEvent.focus(screen.getByRole('button'));
}

it('opens in the next frame if the browser cannot open it yet', async () => {
  showPopover.mockImplementationOnce(busyBrowser);

  focusTheButton();
  await act(() => new Promise((done) => requestAnimationFrame(done)));

  expect(showPopover).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('tooltip', { hidden: true }).textContent).toBe('Appearance');
});

it('never breaks the page when the browser refuses to open it', async () => {
  showPopover.mockImplementation(busyBrowser);

  focusTheButton();
  await act(() => new Promise((done) => requestAnimationFrame(done)));

  expect(screen.getByRole('button', { name: 'Menu' })).toBeDefined();
});
