-- A color beside the logo; either may be there without the other.
alter table report_logo alter column image drop not null;
alter table report_logo add column color text check (color ~ '^#[0-9a-f]{6}$');
