import { expect, it } from 'vitest';
import { unseenStories } from './gap-rules.ts';

it('detects stories that ended between two syncs', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  expect(unseenStories('2026-11-20T13:00:00.000Z', now)).toBeNull();
  expect(unseenStories('2026-11-18T12:00:00.000Z', now)).toEqual({
    from: new Date('2026-11-18T12:00:00Z'),
    to: new Date('2026-11-20T12:00:00Z'),
  });
});
