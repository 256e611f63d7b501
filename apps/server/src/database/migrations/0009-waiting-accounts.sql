-- Looked through every few seconds for accounts whose owner has connected again.
create index sync_state_waiting on sync_state (account_id)
  where problem->>'code' in ('reconnect_required', 'permission_missing', 'account_unreachable');
