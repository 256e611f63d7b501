import { Card } from '#web/ui/card.tsx';
import { ColumnBars } from '#web/ui/charts/column-bars.tsx';
import { StackedBar } from '#web/ui/charts/stacked-bar.tsx';
import { TrendBars } from '#web/ui/charts/trend-bars.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { ReactNode } from 'react';
import styles from './overview.module.css';

// Illustrative shapes only: there is no data for these charts.
const shape = [42, 48, 45, 53, 58, 55, 61, 64, 60, 68, 71, 69];
const parts = [
  { key: 'promoters', label: 'Promoters', value: 55, color: 'var(--n1)' },
  { key: 'passives', label: 'Passives', value: 30, color: 'var(--n5)' },
  { key: 'detractors', label: 'Detractors', value: 15, color: 'var(--n2)' },
];
const series = shape.map((value, index) => ({ date: String(index), value }));
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const noText = () => '';

/** Charts without a data source in this product, each labelled as a placeholder. */
export function Placeholders() {
  return (
    <>
      <div>
        <h2 className={styles.heading}>No data source</h2>
        <p className={styles.headingNote}>Tidemark has no data for these metrics. The charts below are placeholders.</p>
      </div>
      <div className={styles.placeholders}>
        <Placeholder title="NPS" note="Requires a survey.">
          <StackedBar slices={parts} label="Placeholder" format={noText} height={20} />
        </Placeholder>
        <Placeholder title="CAC" note="Requires your marketing spend.">
          <TrendBars series={series} label="Placeholder" format={noText} height={36} />
        </Placeholder>
        <Placeholder title="Support tickets" note="Requires your help desk data.">
          <ColumnBars label="Placeholder" columns={toColumns([5, 8, 6, 9, 4])} height={36} />
        </Placeholder>
        <Placeholder title="Resolution times" note="Requires your help desk data.">
          <ColumnBars label="Placeholder" columns={toColumns([7, 6, 6, 4, 5])} height={36} />
        </Placeholder>
      </div>
    </>
  );
}

function Placeholder({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Card title={title} headingLevel={3} tools={<Chip>Placeholder</Chip>}>
      <div className={styles.sample} aria-hidden="true">
        {children}
      </div>
      <p className={styles.sampleNote}>{note}</p>
    </Card>
  );
}

function toColumns(values: number[]) {
  return values.map((value, index) => ({
    label: weekdays[index] ?? '',
    text: '',
    parts: [{ key: 'shape', value, color: 'var(--n5)' }],
  }));
}
