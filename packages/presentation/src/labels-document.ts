import {
  type EndpointResponse,
  type LabelComparison,
  type LabelMetric,
  type listLabelTests,
  type PostGroup,
  type PostLabel,
} from '@tidemark/contract';
import { dayLabel, dayLabelsIn, plural } from './format.ts';
import { basisText, comparisonSentence, labelMetricNames, labelMetricText, ruleText } from './label-copy.ts';
import type { DocumentCard, PageDocument } from './page-document.ts';

interface LabelsPage {
  labels: readonly PostLabel[];
  comparisons: readonly (LabelComparison & { labelId: string })[];
  tests: EndpointResponse<typeof listLabelTests>['tests'];
}

interface LabelsFrame {
  metric: LabelMetric;
  period: { from: string; to: string };
  /** Time zone for dates. */
  zone: string;
}

/** Returns the labels page as a document. */
export function toLabelsDocument({ labels, comparisons, tests }: LabelsPage, frame: LabelsFrame): PageDocument {
  const { metric, period, zone } = frame;
  const toDay = dayLabelsIn(zone);
  const tested = comparisons.filter(({ p }) => p !== null).length;
  const cards = labels.flatMap((label): DocumentCard[] => {
    const comparison = comparisons.find(({ labelId }) => labelId === label.id);
    const test = tests.find(({ labelId }) => labelId === label.id);
    return [
      ...(comparison ? [toCard(label, { metric, comparison, tested, note: null })] : []),
      ...(test && label.test ? [toTestCard(label, label.test, test, toDay)] : []),
    ];
  });
  return {
    title: 'Labels',
    eyebrow: `${dayLabel(period.from)} – ${dayLabel(period.to)} · ${labelMetricNames[metric]}`,
    sentences: labels.length > 0 ? [] : [{ text: 'No labels yet' }],
    cards,
  };
}

interface Compared {
  metric: LabelMetric;
  comparison: LabelComparison;
  tested: number;
  /** Precedes the sentence. */
  note: string | null;
}

function toCard({ name, rule }: PostLabel, { metric, comparison, tested, note }: Compared): DocumentCard {
  const sentence = comparisonSentence({ name, metric, comparison });
  const group = (title: string, { spread, posts }: PostGroup) => [
    { text: title },
    { text: spread ? labelMetricText(metric, spread.median) : '—' },
    { text: spread ? `${labelMetricText(metric, spread.low)} to ${labelMetricText(metric, spread.high)}` : '—' },
    { text: String(posts) },
  ];
  const about = note ?? (rule ? ruleText(rule) : 'Labelled by hand');
  return {
    kind: 'table',
    title: name,
    sub: { text: comparison.ratio ? `${about}. ${sentence} ${basisText(comparison, tested)}` : about },
    empty: comparison.ratio ? null : sentence,
    columns: [
      { label: `${labelMetricNames[metric]} per post`, share: 0.4 },
      { label: 'Median', share: 0.2, align: 'end' },
      { label: 'Middle half', share: 0.25, align: 'end' },
      { label: 'Posts', share: 0.15, align: 'end' },
    ],
    rows: [group('With the label', comparison.labelled), group('Other posts', comparison.others)],
  };
}

function toTestCard(
  label: PostLabel,
  { metric, startedAt, resultAt }: NonNullable<PostLabel['test']>,
  { posts, result }: LabelsPage['tests'][number],
  toDay: (instant: string) => string,
): DocumentCard {
  if (result) {
    const note = `Result of the test that started on ${toDay(startedAt)}`;
    return toCard(label, { metric, comparison: result, tested: 1, note });
  }
  return {
    kind: 'table',
    title: `Test of ${label.name}`,
    sub: { text: `Test running since ${toDay(startedAt)}` },
    empty: `${posts} ${plural(posts, 'post')} so far. Result on ${toDay(resultAt)}.`,
    columns: [],
    rows: [],
  };
}
