import type { ReportContent, ReportMedium } from '@tidemark/contract';
import { formatLabel, shortCaption, toHighlightFigure } from '@tidemark/figures';
import { compactNumber, dayLabel, plural, wholeNumber } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Interval } from '../exactness/interval.tsx';
import { ApproximateDot } from '../metric-cards/approximate-dot.tsx';
import { dayIn } from '../period.ts';
import { webAddress } from '../posts/post-format.ts';
import { ReportPicture } from './report-picture.tsx';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-sections.module.css';

const signs = { up: '+', down: '−', flat: '' };

/** The totals of recent media in the range, and the newest of them. */
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
        {totals.map(toHighlightFigure).map(({ key, label, text, approx, delta }) => (
          <div key={key}>
            <dt>
              {label} <ApproximateDot approx={approx} format={key === 'reach' ? compactNumber : null} />
            </dt>
            <dd>
              <Interval text={text} />
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
          <Medium key={`${medium.accountId} ${medium.mediaId}`} medium={medium} content={content} />
        ))}
      </ol>
    </Card>
  );
}

const formats = { reel: 'REEL', carousel: 'CAROUSEL', story: 'STORY', image: 'POST', video: 'POST' } as const;

function Medium({ medium, content }: { medium: ReportMedium; content: ReportContent }) {
  const account = content.accounts.find(({ accountId }) => accountId === medium.accountId);
  const caption = shortCaption(medium.caption);
  const link = webAddress(medium.permalink);
  const figures = [
    ['Views', medium.views],
    ['Reach', medium.reach],
    ['Interactions', medium.interactions],
  ] as const;
  return (
    <li className={styles.post}>
      <ReportPicture source={medium.thumbnailUrl} format={formats[medium.mediaType]} />
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
          <span>{formatLabel(medium)}</span> ·{' '}
          <time dateTime={medium.publishedAt}>{dayLabel(dayIn(content.timeZone, new Date(medium.publishedAt)))}</time>
        </p>
      </div>
      <dl className={styles.postFigures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value === null ? '–' : compactNumber(value)}
              {name === 'Interactions' && <ApproximateDot approx={medium.approx} format={null} small />}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
