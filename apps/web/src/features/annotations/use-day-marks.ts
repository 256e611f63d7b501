import type { AccountId, Annotations, OverviewMetric } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { type DayRange } from '#web/features/periods/index.ts';
import type { DayMark, DayMarks } from '#web/ui/charts/day-marks.ts';
import { annotationHues, eventColor, eventLabels } from './annotation-labels.ts';
import { annotationsQuery } from './annotations.query.ts';

export function useAnnotations(accountIds: AccountId[], range: DayRange): Annotations | undefined {
  return useQuery(annotationsQuery(accountIds, range)).data;
}

/** Returns the marks that a metric's charts show next to its values; null until loaded. */
export function useDayMarks(accountIds: AccountId[], range: DayRange, metric?: OverviewMetric): DayMarks | null {
  const data = useAnnotations(accountIds, range);
  const { accounts } = useAccounts();
  return useMemo(() => {
    if (!data) return null;
    const names = new Map(accounts.map((account) => [account._id, displayName(account)]));
    return toDayMarks(data, (id) => (accountIds.length > 1 ? names.get(id) : undefined), metric);
  }, [data, accounts, accountIds, metric]);
}

/** `nameOf` returns the name that distinguishes an account on this screen. Without a metric, all of them are marked. */
export function toDayMarks(
  { annotations, events, publishedDays }: Annotations,
  nameOf: (id: AccountId) => string | undefined,
  metric?: OverviewMetric,
): DayMarks {
  const concerns = ({ redefined }: Annotations['events'][number]) =>
    !redefined || !metric || redefined.metrics.some((one) => one === metric);
  const withName = (text: string, accountId: AccountId | null) => {
    const name = accountId === null ? undefined : nameOf(accountId);
    return name === undefined ? text : `${name}: ${text}`;
  };
  return {
    marks: [
      ...annotations.map(({ id, accountId, firstDay, lastDay, text, color }): DayMark => ({
        id,
        firstDay,
        lastDay,
        text: withName(text, accountId),
        color: annotationHues[color],
      })),
      ...events.filter(concerns).map(({ kind, accountId, firstDay, lastDay, redefined }): DayMark => ({
        id: [kind, accountId, firstDay, redefined?.text].join(),
        firstDay,
        lastDay,
        text: withName(redefined?.text ?? eventLabels[kind], accountId),
        color: eventColor,
      })),
    ],
    posts: new Map(publishedDays.map(({ day, posts }) => [day, posts])),
  };
}
