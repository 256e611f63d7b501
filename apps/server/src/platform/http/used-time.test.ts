import { expect, it } from 'vitest';
import { createUsedTime } from './used-time.ts';

it("counts a caller's recent use, halved every two seconds", () => {
  let now = 0;
  const used = createUsedTime(() => now);

  used.add('maya', 800);
  expect(used.millis('maya')).toBe(800);
  now = 2_000;
  expect(used.millis('maya')).toBe(400);
  used.add('maya', 100);

  expect(used.millis('maya')).toBe(500);
  expect(used.millis('theo')).toBe(0);
});

it('forgets inactive callers', () => {
  let now = 0;
  const used = createUsedTime(() => now);
  for (let caller = 0; caller < 10_000; caller += 1) used.add(`${caller}`, 1);
  now = 60_000;

  used.add('maya', 5);

  expect(used.millis('maya')).toBe(5);
  expect(used.millis('1')).toBe(0);
});
