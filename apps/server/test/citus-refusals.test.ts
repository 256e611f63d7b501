import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { listCitusRefusals } from './citus-refusals.ts';

beforeAll(() => loadModule());

describe('a statement that Citus 13.2.2 refused', () => {
  it.each([
    [
      'functions used in the DO UPDATE SET clause of INSERTs on distributed tables must be marked IMMUTABLE',
      `insert into sync_state (account_id) values ($1) on conflict (account_id) do update set updated_at = now()`,
    ],
    [
      'functions used in the DO UPDATE SET clause of INSERTs on distributed tables must be marked IMMUTABLE',
      `insert into media_thumbnail (account_id, media_id, key) values ($1, $2, $3) on conflict (account_id, media_id)
       do update set next_attempt_at = excluded.last_attempt_at + least(interval '1 day', interval '10 minutes' * 2)`,
    ],
    [
      'non-IMMUTABLE functions are not allowed in CASE or COALESCE statements',
      `update media set gone_at = case when missing_since < $1::timestamptz - interval '20 hours' then $2 end
       where account_id = $3`,
    ],
    [
      'non-IMMUTABLE functions are not allowed in CASE or COALESCE statements',
      `update account set activated_at = coalesce(activated_at, now()) where account_id = $1`,
    ],
    [
      'STABLE functions used in UPDATE queries cannot be called with column references',
      `update sync_state set next_sync_at = last_sync_at + make_interval(mins => $1) where account_id = $2`,
    ],
    [
      'cannot push down this subquery',
      `select name from media cross join lateral (select unnest(hashtags) as name union select unnest(mentions)) as named
       where account_id = any($1)`,
    ],
    [
      'complex joins are only supported when all distributed tables are co-located and joined on their distribution columns',
      `select media.* from unnest($1::text[]) as given (account_id) join media on media.account_id = given.account_id
       left join media_thumbnail as copy on copy.account_id = given.account_id`,
    ],
  ])('is refused by the stand-in: %s', (_, statement) => {
    expect(listCitusRefusals(statement)).not.toEqual([]);
  });
});

describe('a statement that Citus 13.2.2 accepted', () => {
  it.each([
    `insert into sync_state (account_id) values ($1) on conflict (account_id) do update set updated_at = excluded.updated_at`,
    `update account set activated_at = now() where account_id = $1`,
    `insert into media_thumbnail (account_id, media_id, key) values ($1, $2, $3) on conflict (account_id, media_id)
     do update set next_attempt_at = (excluded.last_attempt_at at time zone 'UTC'
       + least(interval '1 day', interval '10 minutes' * power(2, least(media_thumbnail.failures, 10)))) at time zone 'UTC'`,
    `update sync_state set next_sync_at = (last_sync_at at time zone 'UTC' + make_interval(mins => $1)) at time zone 'UTC'
     where account_id = $2`,
    `insert into app_user (user_id) values ($1) on conflict (user_id) do update set last_seen_at = now()`,
  ])('is accepted: %s', (statement) => {
    expect(listCitusRefusals(statement)).toEqual([]);
  });
});
