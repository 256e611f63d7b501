import { useQuery } from '@tanstack/react-query';
import { bestTimeQuery } from './best-time.query.ts';
import { useBestTimeView } from './best-time-view.ts';

export function useBestTime() {
  const { account, format } = useBestTimeView();
  return useQuery(bestTimeQuery(account?._id, format));
}
