import { toAccountId, chance, dayColumns, dayFigures, toFollowers, isMissing, listPosts } from './made-figures.ts';
import { numbers, startOf, type Table } from './made-table.ts';

export const accountRows: Table = {
  table: 'account',
  columns: ['account_id', 'type', 'username', 'name', 'followers_count', 'media_count', 'earliest_day'],
  *write(rows, made) {
    for (const account of numbers(made.extent.accounts)) {
      rows.row(7);
      rows.text(toAccountId(account));
      rows.text('instagram_account');
      rows.text(`shop.${account}`);
      rows.text(`Shop ${account}`);
      rows.int(toFollowers(account));
      rows.int(listPosts(account, made.extent));
      rows.day(startOf(0, made));
      yield;
    }
  },
};

export const dayRows: Table = {
  table: 'account_day',
  columns: ['account_id', 'day', ...dayColumns, 'complete', 'fetched_at'],
  *write(rows, made) {
    for (const day of numbers(made.extent.days)) {
      const start = startOf(day, made);
      for (const account of numbers(made.extent.accounts)) {
        if (isMissing(account, day, made.extent)) continue;
        rows.row(dayColumns.length + 4);
        rows.text(toAccountId(account));
        rows.day(start);
        for (const figure of dayFigures(account, day)) rows.int(figure);
        rows.flag(chance(account, day, 11) >= 0.01);
        rows.instant(start + 26 * 3_600_000);
        yield;
      }
    }
  },
};

export const windowRows: Table = {
  table: 'account_window',
  columns: ['account_id', 'end_day', 'days', 'reach', 'reach_non_follower', 'engaged', 'fetched_at'],
  *write(rows, made) {
    const looked = new Set(made.linked);
    const { days: all, accounts } = made.extent;
    for (const end of numbers(all))
      for (const account of numbers(accounts))
        for (const days of [7, 14, 28, 30]) {
          // Viewed accounts were synced every day since they were linked, the others only on the last two.
          const back = all - 1 - end;
          if (end < days - 1 || !(looked.has(account) || back === 0 || back === days)) continue;
          const people = Math.floor((toFollowers(account) * days) / (days + 20));
          rows.row(7);
          rows.text(toAccountId(account));
          rows.day(startOf(end, made));
          rows.small(days);
          rows.int(people);
          rows.int(Math.floor(people / 2));
          rows.int(Math.floor(people / 10));
          rows.instant(startOf(end, made) + 26 * 3_600_000);
          yield;
        }
  },
};

const countries = 45;
const ages = ['13-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'];
const dimensions = {
  age_gender: ages.flatMap((age) => ['M', 'F', 'U'].map((gender) => `${age}|${gender}`)),
  country: numbers(countries).map((at) => `${'ABCDEFGHI'[at % 9]}${'KLMNO'[at % 5]}`),
  city: numbers(countries).map((at) => `Town ${at}, Land`),
};

function toCells(account: number) {
  let at = 0;
  return Object.fromEntries(
    Object.entries(dimensions).map(([dimension, keys]) => [
      dimension,
      Object.fromEntries(keys.map((key) => [key, Math.floor(toFollowers(account) / (3 + at++))])),
    ]),
  );
}

/** Follower demographics. */
export const audienceRows: Table = {
  table: 'demographics',
  columns: ['account_id', 'audience', 'day', 'cells', 'same_as_day'],
  *write(rows, made) {
    const looked = new Set(made.linked);
    const { days, accounts, audienceDays = 1 } = made.extent;
    for (const day of numbers(days))
      for (const account of numbers(accounts)) {
        if (day % 180 !== 179 && !(looked.has(account) && day >= days - audienceDays)) continue;
        rows.row(5);
        rows.text(toAccountId(account));
        rows.text('follower');
        rows.day(startOf(day, made));
        rows.json(toCells(account));
        rows.null();
        yield;
      }
  },
};
