import {
  type AccountId,
  createAnnotation,
  createLabel,
  maxLabelName,
  type Opportunity,
  type PostLabel,
} from '@tidemark/contract';
import { cutText } from '@tidemark/contract/characters';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { nextColor, labelsQuery, refetchLabels } from '#web/features/labels/index.ts';
import { toDay } from '#web/platform/time-zone.ts';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { dateLabel } from '#web/platform/format.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { notify } from '#web/ui/toaster.tsx';
import { toTest } from './opportunity-test.ts';
import { serverNow } from '#web/platform/server-clock.ts';

interface Started {
  name: string;
  accountIds: AccountId[];
}

/** Starts a recommendation's test: a label with its name, and an annotation on its first day. */
export function useTestThis(title: string, opportunity: Opportunity) {
  const shown = useShownAccounts();
  const queries = useQueryClient();
  const { data, isPending } = useQuery(labelsQuery);
  const labels = data?.labels ?? [];
  const running = labels.find((label) => isOf(label, title) && isRunning(label)) ?? null;
  const annotate = useMutation({
    mutationFn: ({ name, accountIds }: Started) => {
      const today = toDay(serverNow());
      const [only = null, ...others] = accountIds;
      const accountId = others.length === 0 ? only : null;
      return call(createAnnotation, {
        body: { accountId, firstDay: today, lastDay: today, text: `Test started: ${name}`, color: 'slate' },
      });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.annotations }),
    onError: (failure) => notify.error(getServerMessage(failure, 'Failed to annotate the start of the test')),
  });
  const mutation = useMutation({
    // The accounts shown when the button was pressed.
    mutationFn: ({ name, accountIds }: Started) => {
      const { metric, rule } = toTest(opportunity);
      return call(createLabel, { body: { name, color: nextColor(labels), rule, test: { metric, accountIds } } });
    },
    async onSuccess({ name, rule, test }, { accountIds }) {
      annotate.mutate({ name, accountIds });
      const result = test ? ` The result is shown on ${dateLabel(test.resultAt)}.` : '';
      notify.success(
        rule ? `Test started.${result}` : `Test started. Put its label on the posts you try it with.${result}`,
      );
      await refetchLabels(queries);
    },
    onError: (failure) => notify.error(getServerMessage(failure, 'Failed to start the test')),
  });
  return {
    running,
    isReady: !isPending && shown.length > 0,
    isStarting: mutation.isPending,
    start: () => mutation.mutate({ name: toName(title, labels), accountIds: shown }),
  };
}

/** Names a test; a repeated one has the date in its name. */
function toName(title: string, labels: readonly PostLabel[]): string {
  return labels.some(({ name }) => name.toLowerCase() === title.toLowerCase())
    ? cutText(`${title}, ${dateLabel(serverNow())}`, { maxCharacters: maxLabelName })
    : title;
}

function isOf({ name }: PostLabel, title: string): boolean {
  return name === title || name.startsWith(`${title}, `);
}

function isRunning({ test }: PostLabel): boolean {
  return test !== null && Date.parse(test.resultAt) > serverNow().getTime();
}
