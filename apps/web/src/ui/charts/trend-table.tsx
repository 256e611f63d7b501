import { compareDay, comparedDayLabel, isSoFar, type TrendLine } from '@tidemark/presentation';
import { memo } from 'react';
import { type DayMarks, dayText } from './day-marks.ts';

interface TrendTableProps {
  lines: readonly TrendLine[];
  marks: DayMarks | null;
  label: string;
  format: (value: number) => string;
  formatDay: (day: string) => string;
}

const fewDays = 31;

/** Repeats the values as a table, for screen readers. */
export const TrendTable = memo(function TrendTable({ lines, marks, label, format, formatDay }: TrendTableProps) {
  const days = lines[0]?.series ?? [];
  if (days.length > fewDays) return null;
  return (
    <div className="vh">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {lines.map((trend) => (
              <th key={trend.id} scope="col">
                {trend.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ date }, index) => (
            <tr key={date}>
              <th scope="row">{[formatDay(date), dayText(date, marks)].filter(Boolean).join('; ')}</th>
              {lines.map((trend) => {
                const day = trend.series[index];
                const text = day?.value == null ? 'no data' : format(day.value);
                const earlier = compareDay(trend, index)?.earlier;
                const usual = trend.usual?.[index];
                return (
                  <td key={trend.id}>
                    {day && isSoFar(day) ? `${text} so far` : text}
                    {earlier?.value != null &&
                      `; ${comparedDayLabel(earlier.date, date, formatDay)}: ${format(earlier.value)}`}
                    {usual && `; usually ${format(usual.low)} to ${format(usual.high)}`}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
