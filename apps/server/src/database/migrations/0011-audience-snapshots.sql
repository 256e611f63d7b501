-- Who follows, as it was read on a day: one row, where each cell used to be one.
create table demographics_snapshot (
  account_id text not null,
  audience text not null check (audience in ('follower', 'engaged')),
  day date not null,
  cells jsonb,
  same_as date,
  primary key (account_id, audience, day),
  check ((cells is null) <> (same_as is null))
);

with snapshot as (
  select account_id, audience, day, jsonb_object_agg(dimension, cells) as cells
  from (
    select account_id, audience, day, dimension, jsonb_object_agg(key, value) as cells
    from demographics group by account_id, audience, day, dimension
  ) as cut
  group by account_id, audience, day
), compared as (
  select *, coalesce(cells = lag(cells) over (partition by account_id, audience order by day), false) as is_same
  from snapshot
)
insert into demographics_snapshot (account_id, audience, day, cells, same_as)
select account_id, audience, day, case when not is_same then cells end,
  case when is_same then max(day) filter (where not is_same) over (partition by account_id, audience order by day) end
from compared;

drop table demographics;
alter table demographics_snapshot rename to demographics;
alter index demographics_snapshot_pkey rename to demographics_pkey;
comment on column demographics.cells is 'people by dimension and key; of equal snapshots only the first holds them';
comment on column demographics.same_as is 'the day of the snapshot that holds the same cells';
