import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { dayLabel } from '#web/platform/format.ts';
import {
  chosenRange,
  type Day,
  dayOf,
  type DayRange,
  daysIn,
  periodSearch,
  type Preset,
  presetLabels,
  previousRange,
} from './period.ts';

export interface Period extends DayRange {
  previousFrom: Day;
  previousTo: Day;
  days: Day[];
  /** The preset's name, or the dates. */
  label: string;
  preset: Preset | null;
}

/** The viewer's today; it moves on when midnight passes while the page is open. */
export function useToday(): Day {
  const [today, setToday] = useState(() => dayOf(new Date()));
  useEffect(() => {
    const now = new Date();
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    const timer = setTimeout(() => setToday(dayOf(new Date())), midnight.getTime() - now.getTime() + 500);
    return () => clearTimeout(timer);
  }, [today]);
  return today;
}

/** The period lives in the address, so that a link shows what its sender saw. */
export function usePeriod(): Period {
  const { from, to, preset } = periodSearch(useSearch({ strict: false }));
  const today = useToday();
  return useMemo(() => {
    const range = chosenRange({ from, to, preset }, today);
    const previous = previousRange(range);
    return {
      ...range,
      previousFrom: previous.from,
      previousTo: previous.to,
      days: daysIn(range),
      label: range.preset ? presetLabels[range.preset] : spanLabel(range),
    };
  }, [from, to, preset, today]);
}

export function useSetPeriod(): (choice: Preset | DayRange) => void {
  const navigate = useNavigate();
  return (choice) => {
    const period =
      typeof choice === 'string'
        ? { preset: choice, from: undefined, to: undefined }
        : { preset: undefined, from: choice.from, to: choice.to };
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...period }),
      replace: true,
      resetScroll: false,
    });
  };
}

export function spanLabel({ from, to }: DayRange): string {
  return from === to ? dayLabel(from) : `${dayLabel(from)} - ${dayLabel(to)}`;
}
