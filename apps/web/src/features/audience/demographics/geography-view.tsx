import type { FollowerDemographics } from '@tidemark/contract';
import { cityShares, countryName, countryShares, takeTop } from '@tidemark/presentation';
import { Building2, Flag } from 'lucide-react';
import { useMemo, useState } from 'react';
import { plural } from '#web/platform/format.ts';
import { Accordion } from '#web/ui/accordion.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { demographicPercent } from './age-gender-view.tsx';
import styles from './demographics-card.module.css';
import { CityList, CountryList } from './place-lists.tsx';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const Globe = lazyComponent(async () => (await import('#web/ui/globe/globe.tsx')).Globe);

/** Undefined while it loads; the panels stay closed until then. */
export function GeographyView({ demographics }: { demographics: FollowerDemographics | undefined }) {
  const [open, setOpen] = useState<'countries' | 'cities' | null>('countries');
  const countries = useMemo(() => (demographics ? countryShares(demographics) : []), [demographics]);
  const cities = useMemo(() => (demographics ? cityShares(demographics) : []), [demographics]);
  const shares = useMemo(() => new Map(countries.map(({ key, percent }) => [key, percent])), [countries]);
  const loading = demographics === undefined;
  return (
    <div className={styles.geography} data-picture>
      {loading ? (
        <GlobeSkeleton />
      ) : (
        <Globe
          fallback={<GlobeSkeleton />}
          label={`Globe of ${countries.length} ${plural(countries.length, 'country', 'countries')} by their share of the followers Instagram reports on. The list below shows the same numbers.`}
          shares={shares}
          toName={countryName}
          format={demographicPercent}
        />
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
          {demographics && <CountryList demographics={demographics} />}
        </Accordion>
        <Accordion
          title="Top Cities"
          icon={<Building2 size={16} aria-hidden="true" />}
          aside={loading ? undefined : cities.length}
          open={open === 'cities' && !loading}
          disabled={loading}
          onOpenChange={(opens) => setOpen(opens ? 'cities' : null)}
        >
          {demographics && <CityList demographics={demographics} />}
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

function GlobeSkeleton() {
  return (
    <div className={styles.noGlobe} aria-hidden="true">
      <Skeleton width={240} height={240} radius="50%" />
    </div>
  );
}
