import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeFloating } from './floating.ts';

const view = { width: 400, height: 300 };
const box = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 20, width: 40, height: 20 });

it('flips to the other side when space runs out', () => {
  const size = { width: 100, height: 60 };

  expect(placeFloating({ anchor: box(150, 10), size, view, side: 'top', align: 'center', gap: 8 }).top).toBe(38);
  expect(placeFloating({ anchor: box(150, 270), size, view, side: 'bottom', align: 'center', gap: 8 }).top).toBe(202);
});

it('stays inside the window for any anchor position', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 450 }), fc.integer({ min: -50, max: 350 }), (left, top) => {
      const size = { width: 120, height: 80 };
      const placed = placeFloating({ anchor: box(left, top), size, view, side: 'bottom', align: 'end', gap: 8 });

      expect(placed.left).toBeGreaterThanOrEqual(8);
      expect(placed.left + size.width).toBeLessThanOrEqual(view.width - 8);
      expect(placed.top).toBeGreaterThanOrEqual(8);
      expect(placed.top + size.height).toBeLessThanOrEqual(view.height - 8);
    }),
  );
});
