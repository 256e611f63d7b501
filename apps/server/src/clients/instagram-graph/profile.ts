import type { GraphCaller, GraphHttp } from './graph-http.ts';
import { ProfileNode, profileFields, toInstagramProfile, type InstagramProfile } from './instagram-profile.ts';
import { InsightReply } from './insight-reply.ts';

export interface DemographicCell {
  dimension: 'age_gender' | 'country' | 'city';
  /** `25-34|F`, `NO`, `Oslo, Oslo`. */
  key: string;
  value: number;
}

const dimensions = [
  { dimension: 'age_gender', breakdown: 'age,gender' },
  { dimension: 'country', breakdown: 'country' },
  { dimension: 'city', breakdown: 'city' },
] as const;

export function createProfileReader(graph: GraphHttp) {
  return {
    async fetchProfile(caller: GraphCaller, accountId: string): Promise<InstagramProfile> {
      return toInstagramProfile(ProfileNode.parse(await graph.get(caller, accountId, { fields: profileFields })));
    },

    /** Followers, or people engaged in the last 30 days, by age and gender, country and city. Few people: nothing. */
    async fetchDemographics(
      caller: GraphCaller,
      accountId: string,
      audience: 'follower' | 'engaged',
    ): Promise<DemographicCell[]> {
      const metric = audience === 'follower' ? 'follower_demographics' : 'engaged_audience_demographics';
      const timeframe = audience === 'follower' ? undefined : 'this_month';
      const items = await graph.batch(
        caller,
        dimensions.map(({ breakdown }) => ({
          path: `${accountId}/insights`,
          parameters: { metric, period: 'lifetime', metric_type: 'total_value', breakdown, timeframe },
        })),
      );
      return items.flatMap((item, index) => {
        const wanted = dimensions[index];
        if (!item.ok) {
          if (item.failure.kind === 'permanent') return [];
          throw item.failure;
        }
        return wanted ? toCells(wanted, item.body) : [];
      });
    },
  };
}

export type ProfileReader = ReturnType<typeof createProfileReader>;

function toCells({ dimension, breakdown }: (typeof dimensions)[number], body: unknown): DemographicCell[] {
  const table = InsightReply.parse(body).data[0]?.total_value?.breakdowns?.[0];
  const places = breakdown.split(',').map((key) => table?.dimension_keys.indexOf(key) ?? -1);
  if (!table || places.some((place) => place < 0)) return [];
  return (table.results ?? []).map(({ dimension_values, value }) => ({
    dimension,
    key: places.map((place) => dimension_values[place]).join('|'),
    value,
  }));
}
