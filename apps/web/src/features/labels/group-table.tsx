import type { LabelColor, LabelComparison, LabelMetric, PostGroup } from '@tidemark/contract';
import type { CSSProperties } from 'react';
import styles from './group-table.module.css';
import { labelColorValues } from './label-colors.ts';
import { labelMetricNames, labelMetricText } from '@tidemark/presentation';

interface GroupTableProps {
  comparison: LabelComparison;
  metric: LabelMetric;
  color: LabelColor;
}

/** Shows both groups by their middle half and median: drawn on one scale, and in numbers. */
export function GroupTable({ comparison: { labelled, others }, metric, color }: GroupTableProps) {
  const groups = [
    { name: 'With the label', color: labelColorValues[color], ...labelled },
    { name: 'Other posts', color: 'var(--other)', ...others },
  ];
  const highest = Math.max(...groups.map(({ spread }) => spread?.high ?? 0));
  return (
    <>
      <div className={styles.bars} aria-hidden="true">
        {groups.map((group) => (
          <div key={group.name} className={styles.bar} style={toBar(group, highest)} />
        ))}
      </div>
      <table className={styles.table}>
        <caption className="vh">{labelMetricNames[metric]} per post</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">Group</span>
            </th>
            <th scope="col">Median</th>
            <th scope="col">Middle half</th>
            <th scope="col">Posts</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, spread, posts, color: groupColor }) => (
            <tr key={name}>
              <th scope="row">
                <span
                  className={styles.mark}
                  style={{ '--group-color': groupColor } as CSSProperties}
                  aria-hidden="true"
                />
                {name}
              </th>
              <td className={styles.median}>{spread ? labelMetricText(metric, spread.median) : '–'}</td>
              <td>
                {spread ? `${labelMetricText(metric, spread.low)} to ${labelMetricText(metric, spread.high)}` : '–'}
              </td>
              <td>{posts}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function toBar({ spread, color }: PostGroup & { color: string }, highest: number): CSSProperties {
  const share = (value = 0) => `${highest > 0 ? (value / highest) * 100 : 0}%`;
  return {
    '--low': share(spread?.low),
    '--high': share(spread?.high),
    '--middle': share(spread?.median),
    '--group-color': color,
  } as CSSProperties;
}
