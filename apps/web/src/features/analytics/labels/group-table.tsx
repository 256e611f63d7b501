import type { LabelColor, LabelComparison, LabelMetric, PostGroup } from '@tidemark/contract';
import type { CSSProperties } from 'react';
import styles from './group-table.module.css';
import { labelColorValues } from './label-colors.ts';
import { metricNames, metricText } from './label-copy.ts';

interface GroupTableProps {
  comparison: LabelComparison;
  metric: LabelMetric;
  color: LabelColor;
}

/** Both groups by their middle half and median, on one scale. */
export function GroupTable({ comparison: { labelled, others }, metric, color }: GroupTableProps) {
  const highest = Math.max(labelled.spread?.high ?? 0, others.spread?.high ?? 0);
  return (
    <table className={styles.table}>
      <caption className="vh">{metricNames[metric]} per post</caption>
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
      <Group name="With the label" group={labelled} metric={metric} highest={highest} color={labelColorValues[color]} />
      <Group name="Other posts" group={others} metric={metric} highest={highest} color="var(--other)" />
    </table>
  );
}

interface GroupProps {
  name: string;
  group: PostGroup;
  metric: LabelMetric;
  highest: number;
  color: string;
}

function Group({ name, group: { posts, spread }, metric, highest, color }: GroupProps) {
  const share = (value: number) => `${highest > 0 ? (value / highest) * 100 : 0}%`;
  return (
    <tbody>
      <tr>
        <th scope="row">{name}</th>
        <td className={styles.median}>{spread ? metricText(metric, spread.median) : '–'}</td>
        <td>{spread ? `${metricText(metric, spread.low)}–${metricText(metric, spread.high)}` : '–'}</td>
        <td>{posts}</td>
      </tr>
      <tr aria-hidden="true">
        <td colSpan={4} className={styles.barCell}>
          <div
            className={styles.bar}
            style={
              spread
                ? ({
                    '--low': share(spread.low),
                    '--high': share(spread.high),
                    '--middle': share(spread.median),
                    '--group-color': color,
                  } as CSSProperties)
                : undefined
            }
            data-empty={spread === null || undefined}
          />
        </td>
      </tr>
    </tbody>
  );
}
