import { dayMillis, type Account } from '@tidemark/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAccounts } from '#web/features/accounts/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { serverNow } from '#web/platform/server-clock.ts';

const noticeMilliseconds = 5000;
// Seven days, plus the one still running.
const minDays = 8;

/** Opens the dashboard once the first week has arrived while the user was waiting; they may stay. */
export function useOpenDashboard() {
  const { user } = useUser();
  const { accounts, isPending } = useAccounts();
  const navigate = useNavigate();
  const [hasWaited, setWaited] = useState(false);
  const [stays, setStays] = useState(false);
  const isReady = user.subscription.status === 'active' && accounts.some(hasWeek);
  if (!isPending && !isReady && !hasWaited) setWaited(true);
  const isOpening = isReady && hasWaited && !stays;

  useEffect(() => {
    if (!isOpening) return;
    const timer = setTimeout(() => void navigate({ to: '/' }), noticeMilliseconds);
    return () => clearTimeout(timer);
  }, [isOpening, navigate]);

  return { isOpening, stay: () => setStays(true) };
}

function hasWeek({ earliestDate }: Account): boolean {
  return earliestDate !== null && serverNow().getTime() - Date.parse(earliestDate) >= minDays * dayMillis;
}
