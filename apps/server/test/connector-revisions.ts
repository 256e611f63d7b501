import { expect, it } from 'vitest';
import { countUnevenMedia } from '../src/features/sync/store/check-media.ts';
import { editPosts, type ConnectorWorld, type ListedPost, type Operations } from './connector-world.ts';

/** Declares that stored numbers follow those of the network, as far as it revises them, and that others stay. */
export function itFollowsRevisions(
  open: () => ConnectorWorld,
  { restart, sync, beDue, replay, readRows }: Operations,
): void {
  const syncNextDay = async () => {
    open().pass(1);
    await beDue();
    await sync();
  };
  /** Syncs on two days, so that the first one is over. */
  const begin = async () => {
    await restart();
    await sync();
    await syncNextDay();
  };
  const readDays = async () => {
    const { account_day: days = [] } = await readRows();
    return new Map(days.map((row) => [String(row['day']), row[open().days.column] as number | null])); // one of the counts
  };

  it('follows a day for as long as the network revises it', async () => {
    const { proxy, days, connector, clock } = open();
    const raise = (value: number) => value + 1000;
    await begin();
    const before = await readDays();
    before.delete(connector.calendar.toDay(clock()));
    const over = [...before.keys()];
    const revised = over.slice(over.length - days.revised);
    proxy.strike(async (_exchange, forward) => days.edit(await forward(), raise));

    await syncNextDay();

    const after = await readDays();
    expect(after.get(connector.calendar.toDay(clock()))).toBeGreaterThanOrEqual(1000);
    for (const [day, value] of before)
      expect(after.get(day), day).toBe(revised.includes(day) ? raise(value ?? 0) : value);
    expect(await replay()).toMatchObject({ unreplayed: [], changes: [] });
  });

  it('keeps the number of a day about which the network says nothing any more', async () => {
    const { proxy, days, connector, clock } = open();
    await begin();
    const before = await readDays();
    proxy.strike(async (_exchange, forward) => days.edit(await forward(), () => null));

    await syncNextDay();

    const after = await readDays();
    expect(Object.fromEntries(after)).toMatchObject(Object.fromEntries(before));
    expect(after.get(connector.calendar.toDay(clock()))).toBeNull();
    expect([...before.values()].some((value) => value !== null)).toBe(true);
  });

  it('follows a post’s total that falls: a little on that day, much on the days that were wrong', async () => {
    const { db, proxy, posts, connector, clock } = open();
    await restart();
    await sync();
    const before = await readRows();
    const lowered = new Map<string, number>();
    const lower = ({ likes, ...post }: ListedPost) => {
      lowered.set(post.id, likes > 6 ? 0 : Math.max(0, likes - 1));
      return { ...post, likes: lowered.get(post.id) ?? 0 };
    };
    proxy.strike(async (_exchange, forward) => editPosts(posts, await forward(), (listed) => listed.map(lower)));

    await syncNextDay();

    const { media = [], media_day: changes = [] } = await readRows();
    const today = connector.calendar.toDay(clock());
    expect(Object.fromEntries(media.map((row) => [row['media_id'], row['likes']]))).toMatchObject(
      Object.fromEntries(lowered),
    );
    expect(await countUnevenMedia(db)).toBe(0);
    const likesOf = (rows: Record<string, unknown>[] = [], id: unknown) =>
      rows.filter((row) => row['media_id'] === id && row['day'] !== today).map((row) => row['likes']);
    for (const { media_id: id, likes } of before['media'] ?? []) {
      const old = likesOf(before['media_day'], id);
      expect(likesOf(changes, id)).toEqual(Number(likes) > 6 ? old.map(() => 0) : old);
    }
    expect([...lowered.values()]).toContain(0);
    expect(await replay()).toMatchObject({ unreplayed: [], changes: [] });
  });
}
