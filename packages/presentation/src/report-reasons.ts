import {
  type Approximation,
  type ApproximationReason,
  approximationReasons,
  type ReportContent,
  type ReportSection,
} from '@tidemark/contract';
import { findCompared, listComparedMetrics } from './report-lines.ts';
import { toReportSummary } from './report-summary.ts';

type Content = Pick<ReportContent, 'sections' | 'period' | 'timeZone' | 'metrics'>;

/** Lists the reasons a report's values are approximate, each once. */
export function toReportReasons(content: Content): ApproximationReason[] {
  const approximations = content.sections.flatMap((section) => toApproximations(section, content));
  const found = new Set(approximations.flatMap((approx) => approx?.reasons ?? []));
  return approximationReasons.filter((reason) => found.has(reason));
}

function toApproximations(section: ReportSection, content: Content): (Approximation | null)[] {
  switch (section.kind) {
    case 'summary': {
      const { headline, figures, sentences } = toReportSummary(section, content);
      return [headline, ...figures.map(({ card }) => card), ...sentences].map(({ approx = null }) => approx);
    }
    case 'metrics':
      return [...section.cards.map(({ card }) => card), section.published].map(({ approx }) => approx);
    case 'breakdowns':
      return section.metrics.flatMap(({ breakdown }) => [
        breakdown.approx,
        ...breakdown.breakdowns.map(({ approx }) => approx),
      ]);
    case 'accounts':
      return section.accounts.flatMap((account) =>
        listComparedMetrics(content).map((metric) => findCompared(account, metric)?.approx ?? null),
      );
    case 'media':
      return [...section.totals, ...section.media].map(({ approx }) => approx);
    case 'demographics':
      return [section.demographics.approx];
    case 'days':
    case 'posts':
    case 'activity':
      return [];
  }
}
