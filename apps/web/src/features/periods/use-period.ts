import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { earliestDay, useAccounts } from '#web/features/accounts/index.ts';
import { useConfig } from '#web/platform/config.ts';
import { dayLabel, shortDayLabel } from '#web/platform/format.ts';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
import {
  type Comparison,
  comparedPeriod,
  type Day,
  dayIn,
  type DayRange,
  daysIn,
  periodSearch,
  type Preset,
  presetLabels,
} from './period.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { toDay } from '#web/platform/time-zone.ts';

export interface Period extends DayRange {
  /** The comparison period, as long as the range; null without a comparison. */
  previous: DayRange | null;
  comparison: Comparison;
  days: Day[];
  /** The preset's name, or the dates. */
  label: string;
  preset: Preset | null;
}

/** Returns the viewer's current day; updates at midnight while the page is open. */
export function useToday(): Day {
  const [today, setToday] = useState(() => toDay(serverNow()));
  useEffect(() => {
    const now = serverNow();
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    const timer = setTimeout(() => setToday(toDay(serverNow())), midnight.getTime() - now.getTime() + 500);
    return () => clearTimeout(timer);
  }, [today]);
  return today;
}

const minute = 60_000;

/** Returns today in the time zone Instagram uses for insights, whose midnight differs from the viewer's. */
export function useInstagramToday(): Day {
  const { dayZone } = useConfig().meta;
  const [today, setToday] = useState(() => dayIn(dayZone, serverNow()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayIn(dayZone, serverNow())), minute);
    return () => clearInterval(timer);
  }, [dayZone]);
  return today;
}

/** Returns the first day with data for any account the user has linked, shown or not; null until there is one. */
export function useEarliestDay(): Day | null {
  return earliestDay(useAccounts().accounts);
}

/** Keeps the period in the URL, so that a shared link shows the same. */
export function useChosenPeriod(): Period {
  const { from, to, preset, compare } = periodSearch(useSearch({ strict: false }));
  const today = useToday();
  const earliest = useEarliestDay();
  return useMemo(() => {
    const period = comparedPeriod({ from, to, preset, compare }, today, earliest);
    return {
      ...period,
      days: daysIn(period),
      label: period.preset ? presetLabels[period.preset] : spanLabel(period),
    };
  }, [from, to, preset, compare, today, earliest]);
}

export function useSetPeriod(): (choice: Preset | DayRange) => void {
  const changeSearch = useChangeSearch();
  return (choice) =>
    changeSearch(() =>
      typeof choice === 'string'
        ? { preset: choice, from: undefined, to: undefined }
        : { preset: undefined, from: choice.from, to: choice.to },
    );
}

export function useSetComparison(): (comparison: Comparison) => void {
  const changeSearch = useChangeSearch();
  return (comparison) => changeSearch(() => ({ compare: comparison === 'previous-period' ? undefined : comparison }));
}

export function spanLabel({ from, to }: DayRange): string {
  return from === to ? dayLabel(from) : `${dayLabel(from)} - ${dayLabel(to)}`;
}

/**
 * Fits next to a phone's other controls: omits the current year, shows one other year once, and drops the days if both
 * years differ from it.
 */
export function shortSpanLabel({ from, to }: DayRange, today: Day): string {
  const [firstYear, lastYear, thisYear] = [from, to, today].map((day) => day.slice(2, 4));
  const days = [...new Set([from, to])].map(shortDayLabel);
  if (firstYear === lastYear) return `${days.join(' - ')}${lastYear === thisYear ? '' : ` ’${lastYear}`}`;
  if (lastYear === thisYear) return `${days[0]} ’${firstYear} - ${days[1]}`;
  const [firstMonth, lastMonth] = days.map((day) => day.slice(0, 3));
  return `${firstMonth} ’${firstYear} - ${lastMonth} ’${lastYear}`;
}
