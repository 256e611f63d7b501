import { formatLabel, toHighlightFigure } from '@tidemark/presentation';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { compactNumber, plural, wholeNumber } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { ListedPost } from './listed-post.tsx';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-sections.module.css';

const formats = { reel: 'REEL', carousel: 'CAROUSEL', story: 'STORY', image: 'POST', video: 'POST' } as const;
const signs = { up: '+', down: '−', flat: '' };

/** Totals for recent media in the range, and the newest items. */
export function MediaSection({ section, content }: SectionProps<SectionOf<'media'>>) {
  const { count, totals, media } = section;
  if (count === 0)
    return (
      <Card>
        <p className={styles.nothing}>No media available to display for the selected range.</p>
      </Card>
    );
  return (
    <Card
      sub={`Published or active in this range; totals of ${wholeNumber(count)} ${plural(count, 'medium', 'media')}, and the newest ${media.length}. Numbers cover this range only.`}
    >
      <dl className={styles.totals}>
        {totals.map(toHighlightFigure).map(({ key, label, text, range, approx, delta }) => (
          <div key={key}>
            <dt>
              {label} <ApproximateDot approx={approx} format={key === 'reach' ? compactNumber : null} />
            </dt>
            <dd>
              {text}
              {range && <span className={styles.range}>{range}</span>}
              {delta && (
                <span className={styles.change} data-direction={delta.direction}>
                  {signs[delta.direction]}
                  {delta.text}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <ol className={styles.posts}>
        {media.map((medium) => (
          <ListedPost
            key={`${medium.accountId} ${medium.mediaId}`}
            post={{ ...medium, format: formats[medium.mediaType] }}
            content={content}
            kind={<span>{formatLabel(medium)}</span>}
            drawValue={(value, name) => (
              <>
                {value === null ? '—' : compactNumber(value)}
                {name === 'Interactions' && <ApproximateDot approx={medium.approx} format={null} small />}
              </>
            )}
          />
        ))}
      </ol>
    </Card>
  );
}
