import type { ReportContent } from '@tidemark/contract';

/** Returns true while counts that change some of a report's comparisons are still being fetched. */
export function hasOpenComparisons({ sections }: Pick<ReportContent, 'sections'>): boolean {
  return sections.some((section) => {
    if (section.kind === 'metrics' || section.kind === 'summary')
      return section.cards.some(({ card }) => card.changeState === 'comparing');
    return (
      section.kind === 'accounts' &&
      section.accounts.some(({ metrics }) =>
        Object.values(metrics).some(({ changeState }) => changeState === 'comparing'),
      )
    );
  });
}
