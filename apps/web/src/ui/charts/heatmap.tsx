import { heatStep } from '@tidemark/presentation';
import { useRovingFocus } from '../use-roving-focus.ts';
import styles from './heatmap.module.css';

interface HeatmapProps {
  label: string;
  columns: readonly string[];
  rows: readonly string[];
  /** `values[column][row]` */
  values: readonly (readonly number[])[];
  format: (value: number) => string;
  /** Makes each cell with a value a button; `picked` is the pressed one. */
  onPick?: (column: number, row: number) => void;
  picked?: { column: number; row: number | null } | null;
}

/** A table with stronger colours for larger values; a unique maximum has an outline. Zeros are left blank. */
export function Heatmap({ label, columns, rows, values, format, onPick, picked = null }: HeatmapProps) {
  const cells = useRovingFocus<HTMLTableSectionElement>();
  const most = Math.max(0, ...values.flat());
  const isOnly = values.flat().filter((value) => value === most).length === 1;
  const peakColumn = most > 0 && isOnly ? values.findIndex((column) => column.includes(most)) : -1;
  const peakRow = values[peakColumn]?.indexOf(most) ?? -1;
  return (
    <table className={styles.table}>
      <caption className="vh">{label}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">Time</span>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...cells}>
        {rows.map((row, rowIndex) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {columns.map((column, columnIndex) => {
              const value = values[columnIndex]?.[rowIndex] ?? 0;
              const isPeak = columnIndex === peakColumn && rowIndex === peakRow;
              return (
                <td key={column} data-step={heatStep(value, most)} data-peak={isPeak || undefined}>
                  {value === 0 ? (
                    <span className="vh">{format(value)}</span>
                  ) : onPick ? (
                    <button
                      type="button"
                      data-roving
                      className={styles.pick}
                      aria-label={`${column}, ${row}: ${format(value)}`}
                      aria-pressed={picked?.column === columnIndex && picked.row === rowIndex}
                      onClick={() => onPick(columnIndex, rowIndex)}
                    >
                      {format(value)}
                    </button>
                  ) : (
                    format(value)
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
