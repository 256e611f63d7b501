import { hourLabel, type HoursPerCell, shortWeekdays, type WeekCell } from '@tidemark/presentation';
import { useState } from 'react';
import { useMedia } from '#web/ui/use-media.ts';
import { useRovingFocus } from '#web/ui/use-roving-focus.ts';
import styles from './week-grid.module.css';

interface WeekGridProps {
  label: string;
  /** Returns the week from Sunday, 0:00. */
  toCells: (hoursPerCell: HoursPerCell) => readonly WeekCell[];
  /** Says what pointing at a cell is for. */
  hint: string;
}

const weekdays = [0, 1, 2, 3, 4, 5, 6];
const labelledHours = 3;

/** The week's hours in colour; below, details for the hour pointed at, focused or tapped. */
export function WeekGrid({ label, toCells, hint }: WeekGridProps) {
  const hoursPerCell = useMedia('(width <= 480px)') ? 3 : 1;
  const isTouch = useMedia('(hover: none)');
  const cells = toCells(hoursPerCell);
  const cellsPerDay = 24 / hoursPerCell;
  const hours = Array.from({ length: cellsPerDay }, (_, cell) => cell);
  const isNarrow = useMedia('(width < 1100px)');
  const [chosen, choose] = useState<number | null>(null);
  const roving = useRovingFocus<HTMLTableSectionElement>();
  const [rows, columns] = isNarrow ? [hours, weekdays] : [weekdays, hours];
  const heading = (index: number, isDay: boolean) => (isDay ? shortWeekdays[index] : hourLabel(index * hoursPerCell));
  return (
    <>
      <table className={styles.table} data-picture data-narrow={isNarrow || undefined} data-hours={hoursPerCell}>
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
                const at = isNarrow ? column * cellsPerDay + row : row * cellsPerDay + column;
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
      <p className={styles.detail}>
        {(chosen !== null && cells[chosen]?.detail) || `${toAction(isTouch, hoursPerCell)} ${hint}`}
      </p>
    </>
  );
}

function toAction(isTouch: boolean, hoursPerCell: HoursPerCell): string {
  const cell = hoursPerCell === 1 ? 'an hour' : 'a block of three hours';
  return isTouch ? `Tap ${cell}` : `Point at ${cell}, or use the arrow keys,`;
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
