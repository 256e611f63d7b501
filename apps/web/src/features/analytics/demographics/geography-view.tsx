import type { FollowerDemographics } from '@tidemark/contract';
import { Building2, Flag, MapPin } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { plural } from '#web/platform/format.ts';
import { countTied, cutListText } from '../cut-list-text.ts';
import { Accordion } from '#web/ui/accordion.tsx';
import { ShareList } from '#web/ui/share-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { demographicPercent } from './age-gender-view.tsx';
import { CountryFlag } from './country-flag.tsx';
import { CoverageNote } from './coverage-note.tsx';
import styles from './demographics-card.module.css';
import { cityShares, countryName, countryShares, shownPlaces, takeTop } from './shares.ts';

const Globe = lazy(async () => ({ default: (await import('#web/ui/globe/globe.tsx')).Globe }));

/** Undefined while it loads; the panels stay closed until then. */
export function GeographyView({ demographics }: { demographics: FollowerDemographics | undefined }) {
  const [open, setOpen] = useState<'countries' | 'cities' | null>('countries');
  const countries = useMemo(() => (demographics ? countryShares(demographics) : []), [demographics]);
  const cities = useMemo(() => (demographics ? cityShares(demographics) : []), [demographics]);
  const shares = useMemo(() => new Map(countries.map(({ key, percent }) => [key, percent])), [countries]);
  const loading = demographics === undefined;
  return (
    <div className={styles.geography}>
      {loading ? (
        <GlobeSkeleton />
      ) : (
        <Suspense fallback={<GlobeSkeleton />}>
          <Globe
            label={`Globe of ${countries.length} ${plural(countries.length, 'country', 'countries')} by their share of the followers Instagram reports on. The list below shows the same numbers.`}
            shares={shares}
            toName={countryName}
            format={demographicPercent}
          />
        </Suspense>
      )}
      <div>
        <Accordion
          title="Top Countries"
          icon={<Flag size={16} aria-hidden="true" />}
          aside={loading ? undefined : takeTop(countries).length}
          open={open === 'countries' && !loading}
          disabled={loading}
          onOpenChange={(opens) => setOpen(opens ? 'countries' : null)}
        >
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
          <CoverageNote what="Countries" ratio={demographics?.coverage.countries ?? null} />
        </Accordion>
        <Accordion
          title="Top Cities"
          icon={<Building2 size={16} aria-hidden="true" />}
          aside={loading ? undefined : cities.length}
          open={open === 'cities' && !loading}
          disabled={loading}
          onOpenChange={(opens) => setOpen(opens ? 'cities' : null)}
        >
          <ShareList
            label="Top Cities"
            rows={cities.map(({ key, name, percent, countryCode }) => ({
              key,
              name,
              mark: countryCode ? <CountryFlag code={countryCode} /> : <UnknownCountry />,
              percent,
              text: demographicPercent(percent),
            }))}
          />
          <CutNote all={demographics?.cities.count ?? 0} tied={demographics?.cities.tied ?? 0} />
          <p className={styles.coverage}>Shares of the followers Instagram reports on.</p>
          <CoverageNote what="Cities" ratio={demographics?.coverage.cities ?? null} />
        </Accordion>
        {loading && <Skeleton height={220} radius={12} />}
      </div>
      <table className="vh">
        <caption>Followers by country</caption>
        <thead>
          <tr>
            <th scope="col">Country</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {countries.map(({ key, name, percent }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{demographicPercent(percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CutNote({ all, tied }: { all: number; tied: number }) {
  const text = cutListText({ shown: shownPlaces, all, tied });
  return text && <p className={styles.coverage}>{text}</p>;
}

/** Several countries have a region of the city's name, or none does. */
function UnknownCountry() {
  return (
    <span className={styles.flag} aria-hidden="true">
      <MapPin size={12} />
    </span>
  );
}

function GlobeSkeleton() {
  return (
    <div className={styles.noGlobe} aria-hidden="true">
      <Skeleton width={240} height={240} radius="50%" />
    </div>
  );
}
