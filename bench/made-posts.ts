import {
  toAccountId,
  chance,
  dayMillis,
  firstPost,
  firstDayDeltas,
  toMediaId,
  postTotals,
  readings,
} from './made-figures.ts';
import { linkedOn, numbers, startOf, type Made, type Table } from './made-table.ts';

/** Yields a day's posts, account by account. */
function* postsOfDay(day: number, { extent }: Made): Generator<{ account: number; post: number }> {
  for (let account = 0; account < extent.accounts; account += 1) {
    const end = firstPost(account, day + 1, extent);
    for (let post = firstPost(account, day, extent); post < end; post += 1) yield { account, post };
  }
}

const kinds = [
  ['FEED', 'IMAGE'],
  ['REELS', 'VIDEO'],
  ['FEED', 'CAROUSEL_ALBUM'],
  ['STORY', 'IMAGE'],
] as const;
const sentence = 'A long caption that goes on about the weather and the sea. ';
const names = ['#sea', '#sale', '#morning', '#oslo', '#handmade', '#newin', '#bread', '#summer'];

export const postRows: Table = {
  table: 'media',
  columns: [
    'account_id', 'media_id', 'product_type', 'media_type', 'caption', 'search_text', 'permalink', 'media_url', 'username',
    'published_at', 'published_day', 'hashtags', 'mentions', 'first_observed_at', 'observed_at', 'type_metrics_fetched_at',
    'reach', 'views', 'likes', 'comments', 'saved', 'shares', 'interactions', 'follows', 'profile_visits', 'activity_email', 'taps_forward', 'exits',
  ], // prettier-ignore
  *write(rows, made) {
    for (const day of numbers(made.extent.days)) {
      const start = startOf(day, made);
      for (const { account, post } of postsOfDay(day, made)) {
        const id = toMediaId(account, post);
        const [product, type] = kinds[post % kinds.length] ?? kinds[0];
        const caption = `Post ${post}. ${sentence.repeat(Math.floor(20 * chance(account, post, 30) ** 3))}`;
        const at = start + Math.floor(chance(account, post, 31) ** 0.5 * dayMillis * 0.99);
        const totals = postTotals(account, post);
        rows.row(28);
        for (const text of [toAccountId(account), id, product, type, caption, caption.toLowerCase()]) rows.text(text);
        rows.text(`https://www.instagram.com/p/${id}/`);
        rows.text(`https://scontent.cdninstagram.com/v/t51.2885-15/${id}_n.jpg?_nc_ht=scontent&oh=${id}${id}&oe=${id}`);
        rows.text(`shop.${account}`);
        rows.instant(at);
        rows.day(start);
        rows.texts(post % 3 === 0 ? [] : [names[post % names.length] ?? '', names[account % names.length] ?? '']);
        rows.texts(post % 5 === 0 ? ['@sandbox'] : []);
        rows.instant(day < linkedOn(made) ? startOf(linkedOn(made), made) : at + 7_200_000);
        rows.instant(made.today - 3_600_000);
        rows.instant(made.today - 3_600_000);
        for (let index = 0; index < 8; index += 1) rows.int(totals?.[index] ?? null);
        rows.int(post % 7);
        rows.int(product === 'FEED' ? post % 3 : null);
        rows.int(product === 'STORY' ? post % 90 : null);
        rows.int(product === 'STORY' ? post % 11 : null);
        yield;
      }
    }
  },
};

export const deltaRows: Table = {
  table: 'media_day',
  columns: [
    'account_id', 'day', 'media_id', 'reach', 'views', 'likes', 'comments', 'saved', 'shares', 'interactions', 'follows',
    'before_first_observation',
  ], // prettier-ignore
  *write(rows, made) {
    const { days } = made.extent;
    for (const day of numbers(days)) {
      const start = startOf(day, made);
      for (const [after, share] of [[0, 1], ...readings] as const) {
        const published = day - after;
        const isBefore = published < linkedOn(made);
        if (published < 0 || (isBefore && after > 0)) continue;
        for (const { account, post } of postsOfDay(published, made)) {
          const totals = postTotals(account, post);
          if (!totals) continue;
          const first = after === 0 ? (isBefore ? totals : firstDayDeltas(totals, days - 1 - published)) : null;
          rows.row(12);
          rows.text(toAccountId(account));
          rows.day(start);
          rows.text(toMediaId(account, post));
          for (let index = 0; index < 8; index += 1)
            rows.int(first?.[index] ?? Math.floor((totals[index] ?? 0) * share));
          rows.flag(isBefore);
          yield;
        }
      }
    }
  },
};

export const pictureRows: Table = {
  table: 'media_thumbnail',
  columns: ['account_id', 'media_id', 'key', 'file', 'bytes', 'stored_at'],
  *write(rows, made) {
    for (const day of numbers(made.extent.days))
      for (const { account, post } of postsOfDay(day, made)) {
        if (post % 10 === 9) continue;
        const id = toMediaId(account, post);
        rows.row(6);
        rows.text(toAccountId(account));
        rows.text(id);
        rows.text(id + id.slice(2));
        rows.text(`thumbnails/${id}.webp`);
        rows.int(18_000);
        rows.instant(made.today);
        yield;
      }
  },
};
