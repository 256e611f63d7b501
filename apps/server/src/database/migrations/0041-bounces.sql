alter table recipient add column bounced_at timestamptz;

comment on column recipient.bounced_at is 'when mail that the server had accepted was last returned';
