import { expect, it } from 'vitest';
import { toRemQueries } from '../../build/rem-queries-plugin.ts';

it('converts media and container queries to rem, and keeps everything else in pixels', () => {
  const css =
    '@media (900px <= width < 1200px) { .a { width: 10px; } } @container (width >= 640px) { .b { gap: 4px } }';

  expect(toRemQueries(css)).toBe(
    '@media (56.25rem <= width < 75rem) { .a { width: 10px; } } @container (width >= 40rem) { .b { gap: 4px } }',
  );
});
