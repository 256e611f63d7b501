import type { ReportContent, ReportMedium, ReportPost } from '@tidemark/contract';
import { captionOrTime } from '@tidemark/presentation';
import type { ReactNode } from 'react';
import { dayIn } from '#web/features/periods/index.ts';
import { webAddress } from '#web/features/posts/index.ts';
import { dayLabel } from '#web/platform/format.ts';
import { ReportPicture } from './report-picture.tsx';
import styles from './report-sections.module.css';

interface ListedPostProps {
  post: ReportMedium & Pick<ReportPost, 'format'>;
  content: ReportContent;
  /** Format name. */
  kind: ReactNode;
  drawValue: (value: number | null, name: 'Views' | 'Reach' | 'Interactions') => ReactNode;
}

/** A medium in a list: picture, caption, account, format and day, and three figures. */
export function ListedPost({ post, content, kind, drawValue }: ListedPostProps) {
  const account = content.accounts.find(({ accountId }) => accountId === post.accountId);
  const caption = captionOrTime({ ...post, timestamp: post.publishedAt }, content.timeZone);
  const link = webAddress(post.permalink);
  const figures = [
    ['Views', post.views],
    ['Reach', post.reach],
    ['Interactions', post.interactions],
  ] as const;
  return (
    <li className={styles.post}>
      <ReportPicture source={post.thumbnailUrl} format={post.format} className={styles.picture} />
      <div className={styles.postWords}>
        <p className={styles.postTitle} dir="auto">
          {link ? (
            <a href={link} target="_blank" rel="noreferrer">
              {caption}
            </a>
          ) : (
            caption
          )}
        </p>
        <p className={styles.meta}>
          {account && content.accounts.length > 1 && (
            <>
              <bdi>{account.name}</bdi> ·{' '}
            </>
          )}
          {kind} ·{' '}
          <time dateTime={post.publishedAt}>{dayLabel(dayIn(content.timeZone, new Date(post.publishedAt)))}</time>
        </p>
      </div>
      <dl className={styles.postFigures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{drawValue(value, name)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
