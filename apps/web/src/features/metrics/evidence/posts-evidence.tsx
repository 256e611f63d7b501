import { postCatalogue, postMetricNames, type PostsMetric } from '@tidemark/contract';
import { mapNames } from '@tidemark/contract/map-names';
import { actionLabels, moveLabels } from '@tidemark/presentation';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { networkNames, useSelectedNetwork, useShownAccounts } from '#web/features/accounts/index.ts';
import { spanLabel, usePeriod } from '#web/features/periods/index.ts';
import { percent, wholeNumber } from '#web/platform/format.ts';
import { Select } from '#web/ui/select.tsx';
import { postsEvidenceQuery } from './evidence.query.ts';
import { EvidenceButton } from './evidence-button.tsx';
import { EvidencePosts } from './evidence-posts.tsx';
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
  const network = networkNames[useSelectedNetwork() ?? 'instagram_account'];
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
        nothing={metric === 'published' ? `Tidemark counts the posts that ${network} lists.` : undefined}
      >
        {posts && <EvidencePosts posts={posts} metric={metric} format={format} />}
      </EvidenceView>
    </div>
  );
}
