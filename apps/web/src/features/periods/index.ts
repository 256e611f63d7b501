export { versusLabel } from './date-range/comparison-labels.ts';
export { DateRangePicker } from './date-range/date-range-picker.tsx';
export { FiguresProvider } from './figures-provider.tsx';
export { figuresSearch } from './figures-search.ts';
export { usePeriod } from './period-provider.tsx';
export {
  comparedPeriod,
  comparisonBody,
  countDays,
  type Day,
  dayIn,
  type DayRange,
  endInstant,
  isDay,
  periodSearch,
  presetLabels,
  startInstant,
} from './period.ts';
export { type Period, spanLabel, useInstagramToday, useSetPeriod, useToday } from './use-period.ts';
