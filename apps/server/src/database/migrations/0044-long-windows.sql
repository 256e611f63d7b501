-- Where Instagram accepts a total over more than 30 days, people of a whole range are counted once.
alter table account_window drop constraint account_window_days_check;
alter table account_window add constraint account_window_days_check check (days between 2 and 730);
alter table window_request drop constraint window_request_days_check;
alter table window_request add constraint window_request_days_check check (days between 2 and 730);
