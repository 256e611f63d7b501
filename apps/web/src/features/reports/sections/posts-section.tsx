import type { ReportContent, ReportPost } from '@tidemark/contract';
import { postFormatNames, postName, timesText, topPostsNote, topPostTotals } from '@tidemark/presentation';
import { dayIn } from '#web/features/periods/index.ts';
import { webAddress } from '#web/features/posts/index.ts';
import { dayLabel } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { ReportPicture } from './report-picture.tsx';
import styles from './report-posts.module.css';
import type { SectionOf, SectionProps } from './section-props.ts';

/** Most-viewed posts published in the range, as pictures. */
export function PostsSection({ section, content }: SectionProps<SectionOf<'posts'>>) {
  return (
    <Card className={styles.card}>
      <p className={styles.note}>{topPostsNote(section, content.metrics)}</p>
      {section.posts.length > 0 && (
        <ol className={styles.tiles}>
          {section.posts.map((post) => (
            <Tile key={`${post.accountId} ${post.mediaId}`} post={post} content={content} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Tile({ post, content }: { post: ReportPost; content: ReportContent }) {
  const { timesUsual = null, format, publishedAt, accountId } = post;
  const { accounts, timeZone, metrics } = content;
  const { first, others } = topPostTotals(post, metrics);
  const account = accounts.length > 1 ? accounts.find((one) => one.accountId === accountId) : undefined;
  const caption = postName(post, timeZone, 100);
  const link = webAddress(post.permalink);
  return (
    <li className={styles.tile}>
      <span className={styles.frame}>
        <ReportPicture source={post.thumbnailUrl} format={format} className={styles.picture} />
        {account && (
          <span className={styles.owner}>
            <Avatar src={account.picture} name={account.name} size={24} />
          </span>
        )}
      </span>
      <p className={styles.count}>
        <b>{first}</b>{' '}
        {timesUsual !== null && (
          <span className={styles.times} data-high={timesUsual >= 1 || undefined}>
            {timesText(timesUsual)} median
          </span>
        )}
      </p>
      <p className={styles.title} dir="auto">
        {link ? (
          <a href={link} target="_blank" rel="noreferrer">
            {caption}
          </a>
        ) : (
          caption
        )}
      </p>
      <p className={styles.meta}>
        {account && (
          <>
            <bdi>{account.name}</bdi> ·{' '}
          </>
        )}
        {postFormatNames[format]} ·{' '}
        <time dateTime={publishedAt}>{dayLabel(dayIn(timeZone, new Date(publishedAt)))}</time>
      </p>
      {others.length > 0 && <p className={styles.meta}>{others.join(' · ')}</p>}
    </li>
  );
}
