import type { ReportContent, ReportPost } from '@tidemark/contract';
import { shortCaption } from '@tidemark/figures';
import { dayIn } from '../period.ts';
import { compactNumber, dayLabel, wholeNumber } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { webAddress } from '../posts/post-format.ts';
import { ReportPicture, reportFormats } from './report-picture.tsx';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-sections.module.css';

/** The posts published in the range with the most views. */
export function PostsSection({ section: { posts }, content }: SectionProps<SectionOf<'posts'>>) {
  return (
    <Card sub="Totals since publishing, at the last sync">
      {posts.length === 0 ? (
        <p className={styles.nothing}>Nothing was published in this range.</p>
      ) : (
        <ol className={styles.posts}>
          {posts.map((post) => (
            <Post key={`${post.accountId} ${post.mediaId}`} post={post} content={content} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Post({ post, content }: { post: ReportPost; content: ReportContent }) {
  const account = content.accounts.find(({ accountId }) => accountId === post.accountId);
  const caption = shortCaption(post.caption);
  const link = webAddress(post.permalink);
  const figures = [
    ['Views', post.views],
    ['Reach', post.reach],
    ['Interactions', post.interactions],
  ] as const;
  return (
    <li className={styles.post}>
      <ReportPicture source={post.thumbnailUrl} format={post.format} />
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
              <Avatar src={account.picture} name={account.name} size={16} /> <bdi>{account.name}</bdi> ·{' '}
            </>
          )}
          {reportFormats[post.format]} ·{' '}
          <time dateTime={post.publishedAt}>{dayLabel(dayIn(content.timeZone, new Date(post.publishedAt)))}</time>
        </p>
      </div>
      <dl className={styles.postFigures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value === null ? (
                '–'
              ) : (
                <Tooltip text={value >= 1000 ? wholeNumber(value) : null}>
                  <span>{compactNumber(value)}</span>
                </Tooltip>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
