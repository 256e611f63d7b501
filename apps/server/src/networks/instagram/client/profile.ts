import type { GraphHttp } from './graph-http.ts';
import { ProfileNode, profileFields, toInstagramProfile, type InstagramProfile } from './instagram-profile.ts';
import { InsightReply } from './insight-reply.ts';
import { reportRefused, type BatchQuery } from './batch-reads.ts';
import type { DemographicCell } from '../../../features/sync/index.ts';

export type Audience = 'follower' | 'engaged';

const dimensions = [
  { dimension: 'age_gender', breakdown: 'age,gender' },
  { dimension: 'country', breakdown: 'country' },
  { dimension: 'city', breakdown: 'city' },
] as const;

export function createProfileReader(graph: GraphHttp) {
  return {
    /** Throws when the token cannot access the account. */
    profileQuery(accountId: string): BatchQuery<InstagramProfile> {
      return {
        needsPermission: true,
        reads: [{ path: accountId, parameters: { fields: profileFields } }],
        take([item]) {
          if (item?.ok === false) throw item.failure;
          return toInstagramProfile(ProfileNode.parse(item?.body));
        },
      };
    },

    /**
     * Followers, or people engaged in the last 30 days, by age and gender, country and city. Empty for small audiences.
     */
    demographicsQuery(accountId: string, audience: Audience): BatchQuery<DemographicCell[]> {
      const metric = audience === 'follower' ? 'follower_demographics' : 'engaged_audience_demographics';
      return {
        reads: dimensions.map(({ breakdown }) => ({
          path: `${accountId}/insights`,
          parameters: {
            metric,
            period: 'lifetime',
            metric_type: 'total_value',
            breakdown,
            // Meta's reference requires it, although followers are those of now.
            timeframe: 'this_month',
          },
        })),
        take(items) {
          reportRefused(graph, 'demographics', items);
          return items.flatMap((item, index) => {
            const dimension = dimensions[index];
            return item.ok && dimension ? toCells(dimension, item.body) : [];
          });
        },
      };
    },
  };
}

export type ProfileReader = ReturnType<typeof createProfileReader>;

function toCells({ dimension, breakdown }: (typeof dimensions)[number], body: unknown): DemographicCell[] {
  const table = InsightReply.parse(body).data[0]?.total_value?.breakdowns?.[0];
  const places = breakdown.split(',').map((key) => table?.dimension_keys.indexOf(key) ?? -1);
  if (!table || places.some((place) => place < 0)) return [];
  return (table.results ?? []).flatMap(({ dimension_values, value }) =>
    value === null ? [] : [{ dimension, key: places.map((place) => dimension_values[place]).join('|'), value }],
  );
}
