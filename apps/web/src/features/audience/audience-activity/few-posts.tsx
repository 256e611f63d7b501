import { Fingerprint } from 'lucide-react';
import { presetLabels, usePeriod, useSetPeriod } from '#web/features/periods/index.ts';
import { plural } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './activity-card.module.css';

const longer = 'last-90-days';

/** Says that a range has too few posts for a pattern, and offers a longer one. */
export function FewPosts({ posts }: { posts: number }) {
  const { days } = usePeriod();
  const setPeriod = useSetPeriod();
  return (
    <section className={styles.identity} aria-label="Identity statement">
      <Fingerprint size={20} aria-hidden="true" />
      <div>
        <p>
          {posts} {plural(posts, 'post')} in this range: too few to tell which days or hours are usual.
        </p>
        {days.length < 90 && (
          <Button size="small" onClick={() => setPeriod(longer)}>
            {presetLabels[longer]}
          </Button>
        )}
      </div>
    </section>
  );
}
