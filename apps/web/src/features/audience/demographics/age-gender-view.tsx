import type { FollowerDemographics } from '@tidemark/contract';
import { ageShares, genderColors, genderShares, otherColor } from '@tidemark/presentation';
import { ColumnBars } from '#web/ui/charts/column-bars.tsx';
import { ShareList } from '#web/ui/share-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CoverageNote } from './coverage-note.tsx';
import styles from './demographics-card.module.css';

const series = [
  { key: 'F', name: 'Female', color: genderColors.female, part: 'female' },
  { key: 'M', name: 'Male', color: genderColors.male, part: 'male' },
  { key: 'U', name: 'Other', color: otherColor, part: 'unknown' },
] as const;

export const demographicPercent = (value: number) => `${value.toFixed(2)}%`;

/** Undefined while it loads. */
export function AgeGenderView({ demographics }: { demographics: FollowerDemographics | undefined }) {
  if (!demographics) return <AgeGenderSkeleton />;
  const ages = ageShares(demographics);
  const genders = genderShares(demographics);
  return (
    <div className={styles.ages} data-picture>
      <div>
        <ul className={styles.legend} aria-label="Series">
          {series.map(({ key, name, color }) => (
            <li key={key}>
              <span className={styles.swatch} style={{ background: color }} />
              {name}
            </li>
          ))}
        </ul>
        <ColumnBars
          label="Followers by age group and gender"
          height={128}
          columns={ages.map(({ name, percent, ofAll }) => ({
            label: name,
            text: `${Math.round(percent)}%`,
            parts: series.map(({ key, color, part }) => ({ key, color, value: ofAll[part] })),
          }))}
        />
        <p className={styles.coverage}>Shares of the followers Instagram reports on.</p>
        <CoverageNote what="Age and gender" ratio={demographics.coverage.ageGender} />
      </div>
      <section className={styles.distribution}>
        <h3>Gender distribution</h3>
        <ShareList
          label="Gender distribution"
          against="whole"
          rows={genders.map(({ key, name, percent }) => ({
            key,
            name,
            mark: (
              <span className={styles.swatch} style={{ background: series.find((one) => one.key === key)?.color }} />
            ),
            percent,
            text: demographicPercent(percent),
          }))}
        />
      </section>
      <section className={styles.distribution}>
        <h3>Age group distribution</h3>
        <ShareList
          label="Age group distribution"
          rows={ages.map(({ key, name, percent, male, female, unknown }) => ({
            key,
            name,
            percent,
            text: demographicPercent(percent),
            note:
              percent > 0 ? (
                <>
                  <abbr title="Female">F</abbr> {demographicPercent(female)} · <abbr title="Male">M</abbr>{' '}
                  {demographicPercent(male)} · <abbr title="Unknown">U</abbr> {demographicPercent(unknown)}
                </>
              ) : undefined,
          }))}
        />
      </section>
    </div>
  );
}

function AgeGenderSkeleton() {
  return (
    <div className={styles.ages} aria-hidden="true">
      <Skeleton height={190} radius={14} />
      <Skeleton height={110} radius={14} />
      <Skeleton height={230} radius={14} />
    </div>
  );
}
