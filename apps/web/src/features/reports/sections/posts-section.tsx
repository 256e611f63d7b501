import { compactNumber, wholeNumber } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { ListedPost } from './listed-post.tsx';
import { reportFormats } from './report-picture.tsx';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-sections.module.css';

/** Most-viewed posts published in the range. */
export function PostsSection({ section: { posts }, content }: SectionProps<SectionOf<'posts'>>) {
  return (
    <Card sub="Lifetime totals as of the last sync">
      {posts.length === 0 ? (
        <p className={styles.nothing}>Nothing was published in this range.</p>
      ) : (
        <ol className={styles.posts}>
          {posts.map((post) => (
            <ListedPost
              key={`${post.accountId} ${post.mediaId}`}
              post={post}
              content={content}
              kind={reportFormats[post.format]}
              drawPicture={({ picture, name }) => <Avatar src={picture} name={name} size={16} />}
              drawValue={drawValue}
            />
          ))}
        </ol>
      )}
    </Card>
  );
}

function drawValue(value: number | null) {
  if (value === null) return '–';
  return (
    <Tooltip text={value >= 1000 ? wholeNumber(value) : null}>
      <span>{compactNumber(value)}</span>
    </Tooltip>
  );
}
