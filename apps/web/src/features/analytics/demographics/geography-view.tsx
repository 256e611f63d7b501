import type { FollowerDemographics } from '@tidemark/contract';
import { Building2, Flag } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Accordion } from '#web/ui/accordion.tsx';
import { ShareList } from '#web/ui/share-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { demographicPercent } from './age-gender-view.tsx';
import { CountryFlag } from './country-flag.tsx';
import styles from './demographics-card.module.css';
import { cityShares, countryName, countryShares, topOf } from './shares.ts';

const Globe = lazy(async () => ({ default: (await import('#web/ui/globe/globe.tsx')).Globe }));

/** Undefined while it loads: the panels then stay closed. */
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
            label={`Globe of ${countries.length} countries by their part of all followers. The same figures stand in the list below.`}
            shares={shares}
            nameOf={countryName}
            format={demographicPercent}
          />
        </Suspense>
      )}
      <div>
        <Accordion
          title="Top Countries"
          icon={<Flag size={16} aria-hidden="true" />}
          aside={loading ? undefined : countries.length}
          open={open === 'countries' && !loading}
          disabled={loading}
          onOpenChange={(opens) => setOpen(opens ? 'countries' : null)}
        >
          <Places>
            <ShareList
              label="Top Countries"
              rows={topOf(countries).map(({ key, name, percent }) => ({
                key,
                name,
                mark: <CountryFlag code={key} />,
                percent,
                text: demographicPercent(percent),
              }))}
            />
          </Places>
        </Accordion>
        <Accordion
          title="Top Cities"
          icon={<Building2 size={16} aria-hidden="true" />}
          aside={loading ? undefined : cities.length}
          open={open === 'cities' && !loading}
          disabled={loading}
          onOpenChange={(opens) => setOpen(opens ? 'cities' : null)}
        >
          <Places>
            <ShareList
              label="Top Cities"
              rows={topOf(cities).map(({ key, name, percent }) => ({
                key,
                name,
                percent,
                text: demographicPercent(percent),
              }))}
            />
          </Places>
        </Accordion>
        {loading && <Skeleton height={220} radius={12} />}
      </div>
      <table className="vh">
        <caption>Followers by country</caption>
        <thead>
          <tr>
            <th scope="col">Country</th>
            <th scope="col">Part of all followers</th>
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

function Places({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so that it must be reachable
    <div className={styles.places} tabIndex={0} role="group" aria-label="List">
      {children}
    </div>
  );
}

function GlobeSkeleton() {
  return (
    <div className={styles.noGlobe} aria-hidden="true">
      <Skeleton width={240} height={240} radius="50%" />
    </div>
  );
}
