-- Frozen figures are computed again while Instagram's own counts for their comparisons are on their way.
alter table share_link add column settle_at timestamptz;
create index share_link_unsettled on share_link (settle_at) where settle_at is not null;

comment on column share_link.settle_at is 'when frozen figures are computed again; null once their comparisons are final';
