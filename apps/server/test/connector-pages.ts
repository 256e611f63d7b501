import { expect, it } from 'vitest';
import {
  editPosts,
  type ConnectorWorld,
  type ListedPost,
  type Operations,
  type StoredRows,
} from './connector-world.ts';

const pageSize = 5;

/** Declares that a list may change while it is read; `readComplete` returns the rows of a sync in which none did. */
export function itReadsChangingLists(
  open: () => ConnectorWorld,
  { restart, sync, beDue, readRows }: Operations,
  readComplete: () => StoredRows,
): void {
  /** Lists a few posts on a page, as `change` leaves them, and counts the pages. */
  const changePages = (change: (listed: ListedPost[], page: number) => ListedPost[]) => {
    const { proxy, posts } = open();
    let pages = 0;
    proxy.strike(async ({ path }, forward) => {
      if (!posts.path.test(path)) return forward();
      pages += 1;
      const answer = await forward(path.replace(/\blimit=\d+/, `limit=${pageSize}`));
      return editPosts(posts, answer, (listed) => change(listed, pages));
    });
    return () => pages;
  };
  const listIds = ({ media = [] }: StoredRows) => media.map((row) => row['media_id']);

  it('stores every post once if one is published while it lists', async () => {
    await restart();
    let newest = '';
    let repeated: ListedPost[] = [];
    const countPages = changePages((listed, page) => {
      if (page === 1) newest = listed[0]?.id ?? '';
      // All others move down by one place, so that the next page begins with this one's last post.
      const shown = page === 1 ? listed.slice(1) : [...repeated, ...listed];
      repeated = listed.slice(-1);
      return shown;
    });

    await sync();

    const rows = await readRows();
    expect(countPages()).toBeGreaterThan(2);
    expect(listIds(rows)).toEqual(listIds(readComplete()).filter((id) => id !== newest));
    expect(rows['media_day']).toEqual(readComplete()['media_day']?.filter((row) => row['media_id'] !== newest));
    open().proxy.strike();
    await beDue();
    await sync();
    expect(await readRows()).toMatchObject({
      media: readComplete()['media'],
      media_day: readComplete()['media_day'],
    });
  });

  it('loses no other post if one is deleted while it lists', async () => {
    await restart();
    let deleted = '';
    let skipped = '';
    changePages((listed, page) => {
      if (page === 1) deleted = listed[1]?.id ?? '';
      if (page !== 2) return listed;
      // All others have moved up by one place.
      skipped = listed[0]?.id ?? '';
      return listed.slice(1);
    });

    await sync();

    expect(listIds(await readRows())).toEqual(listIds(readComplete()).filter((id) => id !== skipped));
    changePages((listed) => listed.filter(({ id }) => id !== deleted));
    await beDue();
    await sync();
    expect(await readRows()).toMatchObject({
      media: readComplete()['media']?.map((row) =>
        row['media_id'] === deleted ? { ...row, missing_since: expect.any(String), gone_at: null } : row,
      ),
      media_day: readComplete()['media_day'],
    });
  });
}
