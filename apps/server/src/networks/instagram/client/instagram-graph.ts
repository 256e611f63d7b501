import type { InstagramConfig } from '../../../config/instagram.ts';
import type { PublicProfiles } from '../../public-profiles.ts';
import { createAccountInsights, type AccountInsights } from './account-insights.ts';
import { createBusinessLogin, type BusinessLogin } from './business-login.ts';
import { createGraphHttp, type GraphCaller, type GraphHost, type GraphHttp, type GraphOptions } from './graph-http.ts';
import { routeByHost } from './hosts.ts';
import { createInstagramLogin, type InstagramLogin } from './instagram-login.ts';
import { createMediaReader, type MediaReader } from './media.ts';
import { createTypeMetricsReader, type TypeMetricsReader } from './type-metrics.ts';
import { createProfileReader, type ProfileReader } from './profile.ts';
import { createPublicProfileReader } from './public-profile.ts';
import { fetchBatch, type BatchQuery } from './batch-reads.ts';
import { createStoryReader, type StoryReader } from './stories.ts';

/** The parts that fetch an account's data. */
export interface GraphReaders {
  profiles: ProfileReader;
  insights: AccountInsights;
  media: MediaReader & TypeMetricsReader;
  stories: StoryReader;
  /** Runs several queries in as few batches as possible. */
  fetchBatch<const BatchQueries extends readonly BatchQuery<unknown>[]>(
    caller: GraphCaller,
    queries: BatchQueries,
  ): ReturnType<typeof fetchBatch<BatchQueries>>;
}

export interface InstagramGraph extends GraphReaders {
  /** Such as `graph.facebook.com`; hosts accept different requests. Without logins at Instagram, both are the same. */
  hostnames: Record<GraphHost, string>;
  businessLogin: BusinessLogin;
  /** Null when logins at Instagram are not configured. */
  instagramLogin: InstagramLogin | null;
  publicProfiles: PublicProfiles;
}

export function createInstagramGraph({
  instagram: app = null,
  ...options
}: GraphOptions & { dayZone: string; instagram?: InstagramConfig | null }): InstagramGraph {
  const facebook = createGraphHttp(options);
  const instagram =
    app &&
    createGraphHttp({
      ...options,
      host: 'instagram',
      baseUrl: app.graphBaseUrl,
      appBaseUrl: app.apiBaseUrl,
      appId: app.appId,
      appSecret: app.appSecret.reveal(),
    });
  const graph = routeByHost(facebook, instagram);
  return {
    hostnames: {
      facebook: toHostname(options.baseUrl),
      instagram: toHostname(app?.graphBaseUrl ?? options.baseUrl),
    },
    businessLogin: createBusinessLogin(facebook),
    instagramLogin:
      instagram &&
      createInstagramLogin(instagram, { loginBaseUrl: app.loginBaseUrl, appSecret: app.appSecret.reveal() }),
    ...createGraphReaders(graph, options),
    publicProfiles: createPublicProfileReader(graph),
  };
}

export function createGraphReaders(graph: GraphHttp, options: { dayZone: string }): GraphReaders {
  return {
    profiles: createProfileReader(graph),
    insights: createAccountInsights(graph, options),
    media: { ...createMediaReader(graph), ...createTypeMetricsReader(graph) },
    stories: createStoryReader(graph),
    fetchBatch: (caller, queries) => fetchBatch(graph, caller, queries),
  };
}

function toHostname(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  return pathname === '/' ? host : `${host}${pathname}`;
}
