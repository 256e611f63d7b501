import { formatName, formatText, scoreSentence, type PostData } from '@tidemark/presentation';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ExternalLink } from 'lucide-react';
import { useMemo } from 'react';
import { displayName, networkNames, useAccount } from '#web/features/accounts/index.ts';
import { useLacksPage } from '#web/features/connections/index.ts';
import { type LabelledPost, PostLabelsLine, usePostLabels } from '#web/features/labels/index.ts';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { periodSearch } from '#web/features/periods/index.ts';
import { dateLabel } from '#web/platform/format.ts';
import { lastSyncInSentence } from '#web/platform/instant-labels.ts';
import { Chip } from '#web/ui/chip.tsx';
import head from '#web/ui/page-head.module.css';
import { PostPicture } from '../post-picture.tsx';
import { marked, webAddress } from '../post-format.ts';
import { Neighbours } from './neighbours.tsx';
import { PostExport } from './post-export.tsx';
import { rankingId } from './ranking-id.ts';
import { StorySentence } from './story-parts.tsx';
import styles from './post-page.module.css';
import { usePostMetrics } from './use-post-metrics.ts';

/** Identifies the post, and sums up how it did for its age. */
export function PostHead({ data: { post, scores, ranking, neighbours } }: { data: PostData }) {
  const account = useAccount(post.accountId);
  const { curves, has } = usePostMetrics(post.accountId);
  const [curve = 'views'] = curves;
  const network = networkNames[account?.type ?? 'instagram_account'];
  const lacksPage = useLacksPage(post.accountId);
  const link = webAddress(post.permalink);
  const collaborators = marked('@', post.collaborators);
  return (
    <header className={styles.head}>
      <div className={head.actions}>
        {post.mediaType !== 'story' && (
          <Neighbours
            label="Posts of the account"
            accountId={post.accountId}
            previous={neighbours.earlier}
            next={neighbours.later}
          />
        )}
        <PostExport
          title="this post"
          post={post}
          sections={['post-course', 'post-scores', 'post-figures', 'post-ranking']}
          document={{ page: 'post', mediaId: post.mediaId }}
          isLabelled
        />
      </div>
      <PostPicture
        source={post.thumbnailUrl ?? (post.mediaType === 'reel' ? null : post.mediaUrl)}
        mediaType={post.mediaType}
        className={styles.picture}
      />
      <div className={styles.words}>
        <div className={head.eyebrow}>
          <h1>{formatText(post)}</h1>
          {account && (
            <>
              <span aria-hidden="true">·</span>
              <Link to="/account/$id" params={{ id: post.accountId }} search={periodSearch} className={styles.account}>
                <bdi>{displayName(account)}</bdi>
              </Link>
            </>
          )}
          <span aria-hidden="true">·</span>
          <time dateTime={post.timestamp}>{dateLabel(post.timestamp)}</time>
          {post.isGone && <Chip>No longer on {network}</Chip>}
        </div>
        <p className={styles.sentence}>
          {post.mediaType === 'story' ? (
            <StorySentence post={post} />
          ) : (
            <>
              {scoreSentence(scores[curve], curve, post.mediaType)}{' '}
              <ApproximateDot approx={scores[curve].approx} format={null} />
            </>
          )}
        </p>
        {(post.caption.trim() !== '' || post.mediaType !== 'story') && (
          <p className={styles.caption} dir="auto">
            {post.caption.trim() === '' ? 'No caption' : post.caption}
          </p>
        )}
        {lacksPage && (
          <p className={styles.meta}>
            Collaborators and metrics with advertising are unknown: this account is connected without a Facebook Page.
          </p>
        )}
        {collaborators.length > 0 && (
          <p className={styles.meta}>
            <span>
              With <bdi>{collaborators.join(', ')}</bdi>
            </span>
          </p>
        )}
        <HeadLabels accountId={post.accountId} mediaId={post.mediaId} />
        <p className={styles.meta}>
          Synced {lastSyncInSentence(post.syncedAt)}
          {ranking.length > 0 && has('views') && (
            <Link to="." search={true} hash={rankingId}>
              {`Latest ${formatName(post.mediaType)}s by score`} <ArrowDown size={14} aria-hidden="true" />
            </Link>
          )}
          {link && (
            <a href={link} target="_blank" rel="noreferrer">
              Open on {network} <ExternalLink size={14} aria-hidden="true" />
            </a>
          )}
        </p>
      </div>
    </header>
  );
}

function HeadLabels({ accountId, mediaId }: LabelledPost) {
  const posts = useMemo(() => [{ accountId, mediaId }], [accountId, mediaId]);
  return (
    <div className={styles.labels}>
      <PostLabelsLine post={{ accountId, mediaId }} labels={usePostLabels(posts)} />
    </div>
  );
}
