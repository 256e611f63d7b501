import type { GalleryMetric, PostGallery } from '@tidemark/contract';
import { minPostsForMedian } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { periodSearch, spanLabel, usePeriod } from '#web/features/periods/index.ts';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { timesInWords } from '@tidemark/presentation';
import { PageFigure, PageHead, PageLede, PagePlaceholder, PageSentence } from '#web/ui/page-head.tsx';
import { formatName, formatsLabel, galleryMetricNames, intervalText, postTitle, valueInWords } from './gallery-copy.ts';
import styles from './gallery-page.module.css';
import { type GalleryView, hasFilters, toMetric } from './gallery-search.ts';
import type { Gallery } from './use-gallery.ts';

const titleLength = 60;

/** Names the best post, and the format that leads. */
export function GalleryHead({ gallery: { view, summary, isPending } }: { gallery: Gallery }) {
  const period = usePeriod();
  const hasAccounts = useShownAccounts().length > 0;
  return (
    <PageHead title="Posts" detail={<span>{spanLabel(period)}</span>}>
      {isPending && (
        <>
          <PagePlaceholder>
            Your best post: a caption of some words — 28,064 views, 2.1 times your median.
          </PagePlaceholder>
          <PagePlaceholder line="lede">No format clearly leads.</PagePlaceholder>
        </>
      )}
      {hasAccounts && summary && (
        <>
          <BestPost summary={summary} view={view} />
          <PageLede>{describeFormats(summary, view)}</PageLede>
        </>
      )}
    </PageHead>
  );
}

function BestPost({ summary: { best, published, matching }, view }: { summary: PostGallery; view: GalleryView }) {
  const metric = toMetric(view);
  if (published === 0) return <PageSentence>No posts in this range yet.</PageSentence>;
  if (matching === 0) return <PageSentence>No posts match these filters.</PageSentence>;
  if (!best) return <PageSentence>No {galleryMetricNames[metric].toLowerCase()} for these posts yet.</PageSentence>;
  const name = view.format === null || view.format === 'POST' ? 'post' : formatName(best.mediaType);
  const { timesUsual, usual } = best;
  const isBelow = timesUsual !== null && timesUsual <= 0.95;
  const kind = name === 'post' && formatName(best.mediaType) !== 'post' ? `, a ${formatName(best.mediaType)}` : '';
  return (
    <PageSentence>
      {describePlace({ metric, name, isBelow, isFiltered: hasFilters({ ...view, format: null }) })}
      {kind}:{' '}
      <Link
        to="/account/$id/post/$mediaId"
        params={{ id: best.accountId, mediaId: best.mediaId }}
        search={periodSearch}
        className={styles.bestLink}
      >
        “<bdi>{postTitle(best, titleLength)}</bdi>”
      </Link>{' '}
      — {valueInWords(metric, best.metrics[metric])}
      {timesUsual !== null && (isBelow || timesUsual >= 1.05) && (
        <>
          , <PageFigure direction={isBelow ? 'down' : 'up'}>{timesInWords(timesUsual)}</PageFigure> your median
          {usual?.isOfFormat === false && ' of all formats'}
        </>
      )}
      .
    </PageSentence>
  );
}

interface Place {
  metric: GalleryMetric;
  name: string;
  isFiltered: boolean;
  /** True if even this post is below the median. */
  isBelow: boolean;
}

function describePlace({ metric, name, isFiltered, isBelow }: Place): string {
  if (isFiltered) return `The best ${name} here`;
  if (!isBelow) return `Your best ${name}`;
  return `${metric === 'engagementRate' ? 'Highest' : 'Most'} ${galleryMetricNames[metric].toLowerCase()}`;
}

/** Says which format leads, or why none is named. */
function describeFormats({ leader, formats, published, matching }: PostGallery, view: GalleryView): string {
  const count = `${wholeNumber(matching)} of ${wholeNumber(published)} ${plural(published, 'post')}`;
  if (published === 0) return 'Choose a longer range to see earlier posts.';
  if (matching === 0)
    return `Remove a filter to see the ${wholeNumber(published)} ${plural(published, 'post')} of this range.`;
  if (view.format !== null) return `${count} in this range.`;
  if (leader)
    return `${formatsLabel(leader.format)} get ${intervalText(leader)} times ${toObject(toMetric(view))} your other posts.`;
  const compared = formats.filter(({ format, posts }) => format !== 'STORY' && posts >= minPostsForMedian);
  if (compared.length > 1) return 'No format clearly leads yet.';
  return `${wholeNumber(matching)} ${plural(matching, 'post')}, too few to compare formats.`;
}

function toObject(metric: GalleryMetric): string {
  return `the ${galleryMetricNames[metric].toLowerCase()} of`;
}
