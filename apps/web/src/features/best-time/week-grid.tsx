import { hourLabel, shortWeekdays, type WeekCell } from '@tidemark/presentation';
import { useState } from 'react';
import { useMedia } from '#web/ui/use-media.ts';
import { useRovingFocus } from '#web/ui/use-roving-focus.ts';
import styles from './week-grid.module.css';

interface WeekGridProps {
  label: string;
  /** 168 hours from Sunday, 0:00. */
  cells: readonly WeekCell[];
  hint: string;
}

const weekdays = [0, 1, 2, 3, 4, 5, 6];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const labelledHours = 3;

/** The week's hours in colour; below, details for the hour pointed at, focused or tapped. */
export function WeekGrid({ label, cells, hint }: WeekGridProps) {
  const isNarrow = useMedia('(width < 1100px)');
  const [chosen, choose] = useState<number | null>(null);
  const roving = useRovingFocus<HTMLTableSectionElement>();
  const [rows, columns] = isNarrow ? [hours, weekdays] : [weekdays, hours];
  const heading = (index: number, isDay: boolean) => (isDay ? shortWeekdays[index] : hourLabel(index));
  return (
    <>
      <table className={styles.table} data-picture data-narrow={isNarrow || undefined}>
        <caption className="vh">{label}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{isNarrow ? 'Hour' : 'Weekday'}</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                <span className={!isNarrow && column % labelledHours !== 0 ? 'vh' : undefined}>
                  {heading(column, isNarrow)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roving} onPointerLeave={() => choose(null)}>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{heading(row, !isNarrow)}</th>
              {columns.map((column) => {
                const at = isNarrow ? column * 24 + row : row * 24 + column;
                const cell = cells[at];
                return (
                  <td
                    key={column}
                    data-tone={cell?.tone}
                    data-step={cell?.step}
                    data-strong={cell?.isStrong || undefined}
                    data-chosen={chosen === at || undefined}
                  >
                    <HourButton cell={cell} onChoose={() => choose(at)} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.detail}>{(chosen !== null && cells[chosen]?.detail) || hint}</p>
    </>
  );
}

function HourButton({ cell, onChoose }: { cell: WeekCell | undefined; onChoose: () => void }) {
  return (
    <button
      type="button"
      data-roving
      className={styles.cell}
      onFocus={onChoose}
      onPointerEnter={onChoose}
      onClick={onChoose}
    >
      <span className="vh">{cell?.label}</span>
      <span aria-hidden="true">{cell?.text}</span>
    </button>
  );
}
