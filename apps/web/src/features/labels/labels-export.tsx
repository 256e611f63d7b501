import type { PostLabel } from '@tidemark/contract';
import { addDays } from '@tidemark/contract/calendar-day';
import { ExportMenu } from '#web/features/exports/index.ts';
import { useToday } from '#web/features/periods/index.ts';
import { useLabelView } from './use-label-view.ts';

/** Downloads the page's comparisons and experiments, or one label's, for the metric and days on screen. */
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
