import { addDays } from '@tidemark/contract';
import { expect, it } from 'vitest';
import { dayIn, startOfDay } from '../src/platform/clock.ts';
import { editPosts, type ConnectorWorld, type ListedPost, type Operations } from './connector-world.ts';

/** Declares that days begin where the network's do, whether ahead of UTC or behind it. */
export function itFilesDays(open: () => ConnectorWorld, { restart, sync }: Operations): void {
  it.each(['America/Los_Angeles', 'UTC', 'Pacific/Auckland'])(
    'files what happens around midnight in %s under the right days',
    async (zone) => {
      const { db, accountId, clock, posts, openZone } = open();
      const midnight = startOfDay(zone, addDays(dayIn(zone, clock()), -2));
      const { connector, proxy, dayZone, edit, listDays, close } = await openZone(zone, midnight);
      await restart();
      let listed: ListedPost[] = [];
      /** Leaves the two posts with the most likes, of which the older one is published in the day's last second. */
      const keepTwo = (all: ListedPost[]) =>
        (listed = all
          .toSorted((one, other) => other.likes - one.likes)
          .slice(0, 2)
          .map((post, index) => ({ ...post, publishedAt: new Date(midnight.getTime() - index * 1000) })));
      proxy.strike(async (exchange, forward) => {
        const answer = await forward();
        return editPosts(posts, edit?.(exchange, answer) ?? answer, keepTwo);
      });

      await sync({ connector });

      const media = await db
        .selectFrom('media')
        .select(['media_id', 'published_day'])
        .where('account_id', '=', accountId)
        .where('product_type', '!=', 'STORY')
        .where('is_collaboration', '=', false)
        .orderBy('published_at', 'desc')
        .execute();
      expect(media).toEqual(
        listed.map(({ id, publishedAt }) => ({ media_id: id, published_day: dayIn(dayZone, publishedAt) })),
      );
      const expected = await listDays(listed);
      const days = await db
        .selectFrom('account_day')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('day', 'in', Object.keys(expected))
        .execute();
      expect(Object.fromEntries(days.map((row) => [row.day, row]))).toMatchObject(expected);
      await close?.();
    },
  );
}
