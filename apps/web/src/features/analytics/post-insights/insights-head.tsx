import type { ExportSection } from '@tidemark/contract';
import { mergeApproximations } from '@tidemark/presentation';
import { compactNumber, plural, wholeNumber } from '#web/platform/format.ts';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import headline from '../headline/headline.module.css';
import { TextPlaceholder } from '../headline/headline-placeholder.tsx';
import { ApproximateDot } from '../metric-cards/approximate-dot.tsx';
import { usePeriod } from '../period-provider.tsx';
import { spanLabel } from '../use-period.ts';
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
    <header className={headline.head} data-pending={loading}>
      {posts > 0 && (
        <div className={headline.actions}>
          <ExportMenu
            title="Post Insights"
            sections={sections}
            {...(picked.length > 0 && { mediaIds: [...picked] })}
            document={{ page: 'post-insights', mediaIds: picked.length > 0 ? [...picked] : null }}
            isLabelled
          />
        </div>
      )}
      <div className={headline.eyebrow}>
        <NetworkIcon network="instagram_account" size={15} />
        <h1>Instagram</h1>
        <span aria-hidden="true">·</span>
        <span>{period.preset ? `${period.label}, ${spanLabel(period)}` : period.label}</span>
      </div>
      {loading && posts === 0 && (
        <TextPlaceholder className={headline.sentence}>00 posts got about 00.0k interactions.</TextPlaceholder>
      )}
      {posts > 0 && (
        <p className={headline.sentence}>
          {wholeNumber(posts)} {picked.length > 0 && 'selected '}
          {plural(posts, 'post')} got {approx && 'about '}
          <em className={headline.figure}>{compactNumber(interactions)}</em> {plural(interactions, 'interaction')}.{' '}
          {approx && (
            <span className={headline.mark}>
              <ApproximateDot approx={approx} />
            </span>
          )}
        </p>
      )}
    </header>
  );
}
