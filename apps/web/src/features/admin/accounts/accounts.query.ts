import { type AccountSort, listAccountStats, setThrottle } from '@tidemark/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { notify } from '#web/ui/toaster.tsx';
import { adminKeys } from '../admin-keys.ts';
import type { GridView } from '../use-grid-view.ts';

export type AccountsView = GridView<AccountSort, 5 | 10 | 25>;

const refreshMilliseconds = 30_000;

export function accountStatsQuery({ page, pageSize, sort, order, search }: AccountsView) {
  const query = { page: String(page), pageSize: `${pageSize}` as const, sort, order, search };
  return queryOptions({
    queryKey: adminKeys.accounts(query),
    queryFn: ({ signal }) => call(listAccountStats, { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMilliseconds,
  });
}

export function useSetThrottle({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, throttle }: { id: string; name: string; throttle: number }) =>
      call(setThrottle, { params: { id }, body: { throttle } }),
    async onSuccess(_, { name }) {
      notify.success(`Throttle updated for ${name}`);
      await queries.invalidateQueries({ queryKey: adminKeys.accounts() });
      onDone();
    },
  });
}
