-- Plans are tied to prices of the payment provider. What a price says is kept beside it, so that pages can show it.
alter table plan
  add column price_id text unique,
  add column product_id text,
  add column price_amount integer check (price_amount >= 0),
  add column price_currency text,
  add column price_interval text check (price_interval in ('month', 'year'));
comment on column plan.product_id is 'what the price is a price of: an older or a yearly one of the same is the same plan';
comment on column plan.price_amount is 'in the smallest unit of the currency';

-- Who pays: one customer at the payment provider a user. A row without a user is one whose customer is still to be
-- deleted there.
create table payment_customer (
  customer_id text primary key,
  user_id uuid unique references app_user on delete set null,
  next_read_at timestamptz not null default now(),
  read_at timestamptz,
  failures integer not null default 0,
  created_at timestamptz not null default now()
);
create index payment_customer_due on payment_customer (next_read_at);

alter table subscription
  add column source text not null default 'operator' check (source in ('operator', 'stripe')),
  add column provider_subscription_id text unique,
  add column provider_status text,
  add column price_id text,
  add column read_at timestamptz;

-- One row each time the plan or the status of a user changes, whoever changed it, with the price that is paid from then
-- on (null: nothing is paid). Has no foreign key: with the user gone, their rows stay under an id that is nobody's.
create table subscription_change (
  change_id bigint generated always as identity primary key,
  user_id uuid not null,
  at timestamptz not null default now(),
  plan_id text not null references plan,
  status text not null check (status in ('free', 'active', 'canceled')),
  source text not null check (source in ('operator', 'stripe')),
  price_amount integer,
  price_currency text,
  price_interval text check (price_interval in ('month', 'year'))
);
create index subscription_change_user on subscription_change (user_id, change_id);
create index subscription_change_at on subscription_change (at);
insert into subscription_change (user_id, at, plan_id, status, source)
  select user_id, updated_at, plan_id, status, 'operator' from subscription;

-- Events of the payment provider, each once. They only say whose state is to be read again.
create table payment_event (
  event_id text primary key,
  type text not null,
  customer_id text,
  received_at timestamptz not null default now(),
  done_at timestamptz,
  failures integer not null default 0,
  next_try_at timestamptz not null default now(),
  problem text
);
create index payment_event_due on payment_event (next_try_at) where done_at is null;
create index payment_event_received on payment_event (received_at);
