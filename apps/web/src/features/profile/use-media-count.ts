import { countMedia, type Account } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '#web/platform/call.ts';

// A first sync commits many times a second, so media are recounted at most once per interval.
const gatherMilliseconds = 4000;

/** Returns the number of media in all linked accounts, recounted after a sync has stored something. */
export function useMediaCount({ accounts, isPending }: { accounts: readonly Account[]; isPending: boolean }) {
  const version = accounts.reduce((sum, { dataVersion }) => sum + dataVersion, accounts.length);
  const media = useQuery({
    queryKey: ['media-count'],
    queryFn: ({ signal }) => call(countMedia, undefined, signal),
    enabled: !isPending,
  });
  const counted = useRef<number>(undefined);
  const latest = useRef(version);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { refetch } = media;

  useEffect(() => {
    if (isPending) return;
    latest.current = version;
    counted.current ??= version;
    if (counted.current === version || timer.current) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      counted.current = latest.current;
      void refetch();
    }, gatherMilliseconds);
  }, [version, isPending, refetch]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return media;
}
