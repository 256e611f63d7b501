import type { GalleryMetric, GalleryPost } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { periodSearch } from '#web/features/periods/index.ts';
import { capitalize, dateLabel } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { FormatSign, PostPicture } from '../post-picture.tsx';
import { formatName, postTitle, shortValueInWords, timesText, usualText } from './gallery-copy.ts';
import styles from './gallery-page.module.css';
import { toMetric } from './gallery-search.ts';
import { type Gallery, toPostId } from './use-gallery.ts';
import { type GallerySelection, toRowName } from './use-gallery-selection.ts';

const wordedMetrics = ['views', 'reach', 'interactions', 'engagementRate'] as const;
/** Ratios from which a tile is marked. */
const highRatio = 1.5;

interface PostTilesProps {
  gallery: Gallery;
  selection: GallerySelection;
}

/** The posts as a grid of pictures, each a link to its page. */
export function PostTiles({ gallery: { view, posts }, selection }: PostTilesProps) {
  const metric = toMetric(view);
  return (
    <ul className={styles.tiles} data-selecting={view.selected.length > 0 || undefined}>
      {posts.map((post) => (
        <li key={toPostId(post)} className={styles.tile} data-selected={selection.isSelected(post) || undefined}>
          <Link
            to="/account/$id/post/$mediaId"
            params={{ id: post.accountId, mediaId: post.mediaId }}
            search={periodSearch}
            className={styles.tileLink}
          >
            <span className={styles.frame}>
              <PostPicture source={post.pictureUrl} mediaType={post.mediaType} className={styles.picture} />
              <span className={styles.format} title={capitalize(formatName(post.mediaType))}>
                <FormatSign mediaType={post.mediaType} size={14} />
              </span>
              <TileOwner accountId={post.accountId} />
              <span className={styles.words}>
                <span className={styles.title} dir="auto">
                  <span className="vh">{capitalize(formatName(post.mediaType))}: </span>
                  {postTitle(post)}
                </span>
                <span className="vh">{dateLabel(post.timestamp)}</span>
                {wordedMetrics
                  .filter((one) => view.metrics.includes(one))
                  .map((one) => (
                    <span key={one}>{shortValueInWords(one, post.metrics[one])}</span>
                  ))}
              </span>
            </span>
            <TileFoot post={post} metric={metric} />
          </Link>
          <label className={styles.choice}>
            <input
              type="checkbox"
              aria-label={`Select ${toRowName(post)}`}
              checked={selection.isSelected(post)}
              // The click tells whether Shift is down; a change does not.
              onClick={(event) => selection.toggle(post, event)}
              onChange={ignore}
            />
          </label>
        </li>
      ))}
    </ul>
  );
}

function TileFoot({ post, metric }: { post: GalleryPost; metric: GalleryMetric }) {
  const { timesUsual } = post;
  return (
    <span className={styles.foot}>
      <b>{shortValueInWords(metric, post.metrics[metric])}</b>
      <span
        className={styles.times}
        data-high={(timesUsual !== null && timesUsual >= highRatio) || undefined}
        title={usualText(post, metric)}
      >
        {timesUsual === null ? <>&nbsp;</> : `${timesText(timesUsual)} median`}
      </span>
    </span>
  );
}

/** The owner's avatar, if several accounts are shown. */
export function TileOwner({ accountId }: { accountId: string }) {
  const { accounts } = useAccounts();
  const isOnly = useShownAccounts().length < 2;
  const account = accounts.find(({ _id }) => _id === accountId);
  if (isOnly || !account) return null;
  return (
    <span className={styles.owner} title={displayName(account)}>
      <Avatar
        src={account.picture ?? account.profile_picture_url}
        name={displayName(account)}
        size={24}
        alt={displayName(account)}
      />
    </span>
  );
}

function ignore() {}
