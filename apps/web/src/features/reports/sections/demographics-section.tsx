import { hasDemographics } from '@tidemark/presentation';
import { AgeGenderView, CityList, CountryList } from '#web/features/audience/index.ts';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { dayLabel } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-sections.module.css';

/** Followers by age, gender, country and city. */
export function DemographicsSection({ section, content }: SectionProps<SectionOf<'demographics'>>) {
  const { demographics } = section;
  const { asOf, approx, coverage } = demographics;
  if (!hasDemographics(demographics))
    return (
      <Card>
        <p className={styles.nothing}>Instagram reports no demographics for these accounts.</p>
      </Card>
    );
  const without = content.accounts.filter(({ accountId }) => coverage.accountsWithout.includes(accountId));
  return (
    <div className={styles.wide}>
      <Card
        title="Age and gender"
        headingLevel={3}
        sub={
          asOf && (
            <>
              Followers as of {dayLabel(asOf)} <ApproximateDot approx={approx} />
            </>
          )
        }
        className={styles.container}
      >
        <AgeGenderView demographics={demographics} />
      </Card>
      <div className={styles.places}>
        <Card title="Countries" headingLevel={3} className={styles.whole}>
          <CountryList demographics={demographics} />
        </Card>
        <Card title="Cities" headingLevel={3} className={styles.whole}>
          <CityList demographics={demographics} />
        </Card>
      </div>
      {without.length > 0 && (
        <p className={styles.coverage}>
          Not included, because Instagram reports no demographics: {without.map(({ name }) => name).join(', ')}.
        </p>
      )}
    </div>
  );
}
