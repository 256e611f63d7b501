import { postCatalogue, postMetricNames, type PostsMetric } from '@tidemark/contract';
import { mapNames } from '@tidemark/contract/map-names';
import { actionLabels, moveLabels } from '@tidemark/presentation';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { periodSearch, spanLabel, usePeriod } from '#web/features/periods/index.ts';
import { percent, plural, wholeNumber } from '#web/platform/format.ts';
import { Select } from '#web/ui/select.tsx';
import { postsEvidenceQuery } from './evidence.query.ts';
import { EvidenceButton } from './evidence-button.tsx';
import { EvidenceView } from './evidence-view.tsx';
import styles from './evidence.module.css';

const names: Record<PostsMetric, string> = {
  ...actionLabels,
  ...moveLabels,
  ...mapNames(postMetricNames, (name) => postCatalogue[name].label),
  published: 'Posts published',
};

interface PostsEvidenceProps {
  metrics: readonly PostsMetric[];
  /** Null for all posts in the range. */
  mediaIds?: readonly string[] | null;
}

export const postsEvidenceTitle = 'Where these numbers come from';

/** Opens where numbers of several posts come from. */
export function PostsEvidence(props: PostsEvidenceProps) {
  return (
    <EvidenceButton isPlural title={postsEvidenceTitle}>
      <PostsEvidenceView {...props} />
    </EvidenceButton>
  );
}

/** Shows one metric at a time, with its posts. */
export function PostsEvidenceView({ metrics, mediaIds = null }: PostsEvidenceProps) {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const [metric, setMetric] = useState<PostsMetric>(metrics[0] ?? 'views');
  const query = useQuery(postsEvidenceQuery({ metric, accountIds, range: period, mediaIds }));
  const format = metric === 'engagement_rate' ? percent : wholeNumber;
  const posts = query.data?.posts;
  return (
    <div className={styles.post}>
      {metrics.length > 1 && (
        <Select
          label="Metric"
          isInline
          value={metric}
          onChange={({ currentTarget: { value } }) => setMetric(metrics.find((one) => one === value) ?? metric)}
        >
          {metrics.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </Select>
      )}
      <EvidenceView
        key={metric}
        name={`${names[metric]}, ${spanLabel(period)}`}
        query={query}
        toText={({ value }) => (value === null ? 'not reported' : format(value))}
        format={format}
        nothing={metric === 'published' ? 'Tidemark counts the posts that Instagram lists.' : undefined}
      >
        {posts && posts.listed.length > 0 && (
          <section className={styles.evidence}>
            <h3 className={styles.heading}>Posts</h3>
            <ul className={styles.posts}>
              {posts.listed.map(({ accountId, mediaId, caption, value }) => (
                <li key={accountId + mediaId}>
                  <Link
                    to="/account/$id/post/$mediaId"
                    params={{ id: accountId, mediaId }}
                    search={(before) => ({ ...periodSearch(before), evidence: toPostMetric(metric) })}
                    dir="auto"
                  >
                    {caption.trim() === '' ? 'Untitled Post' : caption}
                  </Link>
                  {metric !== 'published' && <span className="num">{value === null ? '–' : format(value)}</span>}
                </li>
              ))}
            </ul>
            {posts.omitted > 0 && (
              <p className={styles.missing}>
                {wholeNumber(posts.omitted)} smaller {plural(posts.omitted, 'post')} not listed. Choose a shorter range
                to see them.
              </p>
            )}
          </section>
        )}
      </EvidenceView>
    </div>
  );
}

const moves: Partial<Record<PostsMetric, string>> = {
  tap_forward: 'taps_forward',
  tap_back: 'taps_back',
  swipe_forward: 'swipes_forward',
  tap_exit: 'exits',
  published: 'views',
};

const toPostMetric = (metric: PostsMetric) => moves[metric] ?? metric;
