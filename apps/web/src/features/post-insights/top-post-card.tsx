import type { MeasuredMedia } from '@tidemark/contract';
import { countText, formatText } from '@tidemark/presentation';
import { ExternalLink } from 'lucide-react';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { ApproximateDot, ownerName } from '#web/features/metrics/index.ts';
import { webAddress, PostPicture } from '#web/features/posts/index.ts';
import { dateLabel, percent } from '#web/platform/format.ts';
import { mediaName } from '#web/platform/media-name.ts';
import { InsightsCard } from './insights-card.tsx';
import styles from './post-insights.module.css';
import top from './top-post.module.css';
import type { Insights } from './use-insights.ts';

export function TopPostCard({ aggregate, ...load }: Insights) {
  const top = aggregate?.topMediaPost ?? null;
  return (
    <InsightsCard
      panel="top-post"
      title="Top Post"
      sub="Most interactions in this range"
      {...load}
      height={346}
      empty={top ? null : 'No media available to display for the selected range.'}
    >
      {top && <TopPost post={top} />}
    </InsightsCard>
  );
}

function TopPost({ post }: { post: MeasuredMedia }) {
  const { accounts } = useAccounts();
  const account = accounts.find(({ _id }) => _id === post.accountId);
  const caption = mediaName(post);
  const link = webAddress(post.permalink);
  const figures = [
    ['Interactions', countText(post.total_interactions)],
    ['Reach', countText(post.reach)],
    ['Views', countText(post.views)],
    ['Engagement', percent(post.engagement_rate)],
  ];
  return (
    <article className={top.topPost} data-media={post.mediaId}>
      <PostPicture source={post.thumbnailUrl} mediaType={post.mediaType} className={top.topPicture} />
      <div className={top.topWords}>
        <p className={styles.caption} dir="auto">
          {caption}
        </p>
        <p className={styles.meta}>
          {formatText(post)} · {account ? displayName(account) : ownerName(post.accountId)} ·{' '}
          <time dateTime={post.timestamp}>{dateLabel(post.timestamp)}</time>
        </p>
        <dl className={top.topFigures}>
          {figures.map(([name, text], index) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {text} <ApproximateDot approx={post.approx} format={null} small passive={index > 0} />
              </dd>
            </div>
          ))}
        </dl>
        {link && (
          <a
            className={top.open}
            href={link}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open on Instagram: ${caption}`}
          >
            Open on Instagram <ExternalLink size={14} aria-hidden="true" />
          </a>
        )}
      </div>
    </article>
  );
}
