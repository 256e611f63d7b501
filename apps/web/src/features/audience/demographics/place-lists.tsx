import type { FollowerDemographics } from '@tidemark/contract';
import { cityShares, countryShares, shownPlaces, takeTop } from '@tidemark/presentation';
import { MapPin } from 'lucide-react';
import { ShareList } from '#web/ui/share-list.tsx';
import { countTied, cutListText } from '../cut-list-text.ts';
import { demographicPercent } from './age-gender-view.tsx';
import { CountryFlag } from './country-flag.tsx';
import { CoverageNote } from './coverage-note.tsx';
import styles from './demographics-card.module.css';

/** Lists the countries with the most followers. */
export function CountryList({ demographics }: { demographics: FollowerDemographics }) {
  const countries = countryShares(demographics);
  return (
    <>
      <ShareList
        label="Top Countries"
        rows={takeTop(countries).map(({ key, name, percent }) => ({
          key,
          name,
          mark: <CountryFlag code={key} />,
          percent,
          text: demographicPercent(percent),
        }))}
      />
      <CutNote
        all={countries.length}
        tied={countTied(
          countries.map(({ percent }) => percent),
          shownPlaces,
        )}
      />
      <p className={styles.coverage}>Shares of the followers Instagram reports on.</p>
      <CoverageNote what="Countries" ratio={demographics.coverage.countries} />
    </>
  );
}

/** Lists the cities with the most followers. */
export function CityList({ demographics }: { demographics: FollowerDemographics }) {
  const { cities, coverage } = demographics;
  return (
    <>
      <ShareList
        label="Top Cities"
        rows={cityShares(demographics).map(({ key, name, percent, countryCode }) => ({
          key,
          name,
          mark: countryCode ? <CountryFlag code={countryCode} /> : <UnknownCountry />,
          percent,
          text: demographicPercent(percent),
        }))}
      />
      <CutNote all={cities.count} tied={cities.tied} />
      <p className={styles.coverage}>Shares of the followers Instagram reports on.</p>
      <CoverageNote what="Cities" ratio={coverage.cities} />
    </>
  );
}

function CutNote({ all, tied }: { all: number; tied: number }) {
  const text = cutListText({ shown: shownPlaces, all, tied });
  return text && <p className={styles.coverage}>{text}</p>;
}

/** Shown if several countries, or none, have a region by the city's name. */
function UnknownCountry() {
  return (
    <span className={styles.flag} aria-hidden="true">
      <MapPin size={12} />
    </span>
  );
}
