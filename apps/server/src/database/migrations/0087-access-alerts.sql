-- Each change of how an account is reached is an alert of its own, however many there are on a day.
drop index alert_once_a_day;
create unique index alert_once_a_day on alert (user_id, coalesce(account_id, ''), kind, raised_on)
  where kind <> 'access_changed';
