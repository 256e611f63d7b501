import {
  type Approximation,
  type ApproximationReason,
  approximationReasons,
  type ReportContent,
  type ReportSection,
} from '@tidemark/contract';

/** Lists the reasons a report's values are approximate, each once. */
export function toReportReasons({ sections }: Pick<ReportContent, 'sections'>): ApproximationReason[] {
  const found = new Set(sections.flatMap(toApproximations).flatMap((approx) => approx?.reasons ?? []));
  return approximationReasons.filter((reason) => found.has(reason));
}

function toApproximations(section: ReportSection): (Approximation | null)[] {
  switch (section.kind) {
    case 'metrics':
      return [...section.cards.map(({ card }) => card), section.published].map(({ approx }) => approx);
    case 'breakdowns':
      return section.metrics.flatMap(({ breakdown }) => [
        breakdown.approx,
        ...breakdown.breakdowns.map(({ approx }) => approx),
      ]);
    case 'accounts':
      return section.accounts.flatMap(({ hasData, metrics }) =>
        hasData ? Object.values(metrics).map(({ approx }) => approx) : [],
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
