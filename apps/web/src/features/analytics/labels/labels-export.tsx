import type { PostLabel } from '@tidemark/contract';
import { addDays } from '@tidemark/contract/calendar-day';
import { ExportMenu } from '../export/export-menu.tsx';
import { useToday } from '../use-period.ts';
import { useLabelView } from './label-search.ts';

/** Downloads the comparisons and experiments of the page, or of one label, by the metric and the days that it shows. */
export function LabelsExport({ label = null }: { label?: PostLabel | null }) {
  const [{ metric, span }] = useLabelView();
  const today = useToday();
  const range = { from: addDays(today, 1 - span), to: today };
  return (
    <ExportMenu
      title={label ? label.name : 'Labels'}
      sections={label && !label.test ? ['labels'] : ['labels', 'label-tests']}
      range={range}
      labelMetric={metric}
      {...(label
        ? { labelId: label.id, chart: [] }
        : { document: { page: 'labels', metric, range }, isLabelled: true })}
    />
  );
}
