import type { ExportSection } from '@tidemark/contract';
import { mergeApproximations } from '@tidemark/presentation';
import { ExportMenu } from '#web/features/exports/index.ts';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { usePeriod, spanLabel } from '#web/features/periods/index.ts';
import { compactNumber, plural, wholeNumber } from '#web/platform/format.ts';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import { PageFigure, PageHead, PagePlaceholder, PageSentence } from '#web/ui/page-head.tsx';
import head from '#web/ui/page-head.module.css';
import type { Insights } from './use-insights.ts';
import { useInsightsView } from './use-insights-view.ts';

const sections: ExportSection[] = [
  'insight-totals',
  'insight-days',
  'insight-posts',
  'insight-formats',
  'insight-profile',
  'insight-opportunities',
];

/** The tab's opening sentence, which follows the selection. */
export function InsightsHead({ aggregate, loading }: Insights) {
  const period = usePeriod();
  const [{ picked }] = useInsightsView();
  const posts = aggregate?.mediaMetrics.length ?? 0;
  const approx = mergeApproximations([aggregate?.totals.approx ?? null]);
  const interactions = Math.max(0, aggregate?.totals.total_interactions ?? 0);
  return (
    <PageHead
      data-pending={loading}
      icon={<NetworkIcon network="instagram_account" size={15} />}
      title="Instagram"
      detail={<span>{period.preset ? `${period.label}, ${spanLabel(period)}` : period.label}</span>}
      actions={
        posts > 0 && (
          <ExportMenu
            title="Post Insights"
            sections={sections}
            {...(picked.length > 0 && { mediaIds: [...picked] })}
            document={{ page: 'post-insights', mediaIds: picked.length > 0 ? [...picked] : null }}
            isLabelled
          />
        )
      }
    >
      {loading && posts === 0 && <PagePlaceholder>00 posts got about 00.0k interactions.</PagePlaceholder>}
      {posts > 0 && (
        <PageSentence>
          {wholeNumber(posts)} {picked.length > 0 && 'selected '}
          {plural(posts, 'post')} got {approx && 'about '}
          <PageFigure>{compactNumber(interactions)}</PageFigure> {plural(interactions, 'interaction')}.{' '}
          {approx && (
            <span className={head.mark}>
              <ApproximateDot approx={approx} />
            </span>
          )}
        </PageSentence>
      )}
    </PageHead>
  );
}
