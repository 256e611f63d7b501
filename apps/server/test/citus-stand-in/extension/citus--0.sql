create table pg_dist_partition (
  logicalrelid regclass primary key,
  colocationid integer not null,
  emptied boolean not null default false
);

-- https://docs.citusdata.com/en/stable/develop/api_udf.html: the same arguments, and the refusals that our tables could meet.
create function create_distributed_table(
  table_name regclass, distribution_column text, distribution_type text default 'hash', colocate_with text default 'default'
) returns void language plpgsql as $$
declare
  group_id integer;
begin
  if exists (select from pg_dist_partition where logicalrelid = table_name) then
    raise 'table "%" is already distributed', table_name;
  end if;
  if exists (
    select from pg_index where indrelid = table_name and indisunique and not exists (
      select from pg_attribute where attrelid = indrelid and attname = distribution_column and attnum = any(indkey))
  ) then
    raise 'cannot create constraint on "%"', table_name using detail = 'Distributed relations cannot have UNIQUE,
      EXCLUDE, or PRIMARY KEY constraints that do not include the partition column.';
  end if;
  if exists (select from pg_constraint where contype = 'f' and (conrelid = table_name or confrelid = table_name)) then
    raise 'cannot create foreign key constraint on "%"', table_name;
  end if;
  if exists (select from pg_trigger where tgrelid = table_name and not tgisinternal) then
    raise 'cannot distribute relation "%" because it has triggers', table_name;
  end if;
  if colocate_with in ('none', 'default') then
    select coalesce(max(colocationid), 0) + 1 into group_id from pg_dist_partition;
  else
    select colocationid into group_id from pg_dist_partition where logicalrelid = colocate_with::regclass;
    if group_id is null then
      raise 'relation % is not distributed', colocate_with;
    end if;
  end if;
  insert into pg_dist_partition values (table_name, group_id);
end $$;

create function truncate_local_data_after_distributing_table(function_table_name regclass) returns void
language plpgsql as $$
begin
  update pg_dist_partition set emptied = true where logicalrelid = function_table_name;
  if not found then
    raise 'supplied parameter is not a distributed relation';
  end if;
end $$;
