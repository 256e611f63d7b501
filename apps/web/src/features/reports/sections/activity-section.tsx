import { zoneLabel } from '@tidemark/presentation';
import { blockLabels, weekdays } from '#web/features/posts/index.ts';
import { compactNumber, wholeNumber } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Heatmap } from '#web/ui/charts/heatmap.tsx';
import { ShareList } from '#web/ui/share-list.tsx';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-sections.module.css';

const weeks = [
  { kind: 'posts', title: 'Posts', sub: 'When posts were published', format: wholeNumber },
  {
    kind: 'interactions',
    title: 'Interactions',
    sub: 'Lifetime interactions with posts published then',
    format: compactNumber,
  },
] as const;
const names = [
  { kind: 'hashtags', title: 'Hashtags' },
  { kind: 'mentions', title: 'Mentions' },
  { kind: 'collabs', title: 'Collaborations' },
] as const;

/** Posts and interactions by weekday and time of day, and the names in the posts. */
export function ActivitySection({ section, content }: SectionProps<SectionOf<'activity'>>) {
  if (section.posts.every((count) => count === 0))
    return (
      <Card>
        <p className={styles.nothing}>Nothing was published in this range.</p>
      </Card>
    );
  return (
    <div className={styles.wide}>
      <div className={styles.places}>
        {weeks.map(({ kind, title, sub, format }) => (
          <Card
            key={kind}
            title={title}
            headingLevel={3}
            sub={`${sub}, in ${zoneLabel(content.timeZone)}`}
            className={styles.whole}
          >
            <Heatmap
              label={`${title} by weekday and time of day`}
              columns={weekdays}
              rows={blockLabels}
              values={weekdays.map((_, day) => section[kind].slice(day * 6, day * 6 + 6))}
              format={format}
            />
          </Card>
        ))}
      </div>
      <div className={styles.thirds}>
        {names
          .filter(({ kind }) => section[kind].length > 0)
          .map(({ kind, title }) => (
            <Card key={kind} title={title} headingLevel={3} className={styles.whole}>
              <ShareList
                label={title}
                rows={section[kind].map(({ name, percent }) => ({
                  key: name,
                  name,
                  percent,
                  text: `${Math.round(percent)}%`,
                }))}
              />
            </Card>
          ))}
      </div>
    </div>
  );
}
