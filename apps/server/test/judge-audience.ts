import { type FollowerDemographics, getLatestMetric } from '@tidemark/contract';
import { endOfRange, type Judged, label, startOfRange } from './judge-overview.ts';
import { total } from './true-figures.ts';

type Cells = { values: string[]; count: number }[];

interface TrueAudience {
  people: number;
  country: Cells;
  city: Cells;
  'age,gender': Cells;
}

/** Checks demographics: values are as Instagram reports them now, and missing parts are marked. */
export async function judgeAudience({ app, ...judged }: Judged & AudienceDeps): Promise<void> {
  const { client, verdicts, accounts, range } = judged;
  const answer = await client.call(getLatestMetric, {
    body: {
      isoStart: startOfRange(range.from),
      isoEnd: endOfRange(range.to),
      accountIds: accounts,
      platform: 'instagram',
      metric: 'follower_demographics',
    },
  });
  const worlds = await Promise.all(
    accounts.map((id) =>
      app.control<{ isGiven: { followers: boolean }; followers: TrueAudience }>(`world/accounts/${id}/demographics`),
    ),
  );
  const name = label(judged, 'audience');
  const given = worlds.filter(({ isGiven }) => isGiven.followers).map(({ followers }) => followers);
  const without = accounts.filter((_, index) => worlds[index]?.isGiven.followers !== true);
  const count = (pick: (audience: TrueAudience) => Cells) =>
    total(given, (audience) => total(pick(audience), (cell) => cell.count));
  const totals = {
    ageGender: count((audience) => audience['age,gender']),
    countries: count((audience) => audience.country),
    cities: count((audience) => audience.city),
  };

  verdicts.equal(`${name} without`, [...answer.coverage.accountsWithout].sort(), [...without].sort());
  for (const list of ['ageGender', 'countries', 'cities'] as const)
    verdicts.equal(`${name} ${list}`, answer[list].total, totals[list]);
  judgeLists(judged, answer, given);
  const people = answer.coverage.followers;
  verdicts.equal(`${name} coverage`, answer.coverage.cities, people && Math.min(1, totals.cities / people));
  const isWhole = without.length === 0 && Object.values(totals).every((some) => some >= (people ?? Infinity));
  verdicts.equal(`${name} is marked`, answer.approx?.reasons ?? null, isWhole ? null : ['instagram_hides_part']);
}

interface AudienceDeps {
  app: { control<T>(path: string): Promise<T> };
}

function judgeLists(judged: Judged, answer: FollowerDemographics, given: TrueAudience[]): void {
  const name = label(judged, 'audience');
  const sum = (pick: (audience: TrueAudience) => Cells, key: string) =>
    total(given, (audience) => total(pick(audience), ({ values, count }) => (values.join() === key ? count : 0)));
  for (const { countryCode, value } of answer.countries.allCountries)
    judged.verdicts.equal(
      `${name} ${countryCode}`,
      value,
      sum(({ country }) => country, countryCode),
    );
  for (const { cityName, value } of answer.cities.top10)
    judged.verdicts.equal(
      `${name} ${cityName}`,
      value,
      sum(({ city }) => city, cityName),
    );
  for (const { ageGroup, genderDist } of answer.ageGender.byAgeGroup)
    for (const { gender, value } of genderDist) {
      const truth = sum((audience) => audience['age,gender'], `${ageGroup},${gender}`);
      judged.verdicts.equal(`${name} ${ageGroup} ${gender}`, value, truth);
    }
}
