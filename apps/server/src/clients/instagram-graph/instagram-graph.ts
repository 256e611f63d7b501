import { createAccountInsights, type AccountInsights } from './account-insights.ts';
import { createBusinessLogin, type BusinessLogin } from './business-login.ts';
import { createGraphHttp, type GraphCaller, type GraphOptions } from './graph-http.ts';
import { createMediaReader, type MediaReader } from './media.ts';
import { createTypeMetricsReader, type TypeMetricsReader } from './type-metrics.ts';
import { createProfileReader, type ProfileReader } from './profile.ts';
import { createPublicProfileReader, type PublicProfileReader } from './public-profile.ts';
import { fetchBatch, type BatchQuery } from './batch-reads.ts';
import { createStoryReader, type StoryReader } from './stories.ts';

export interface InstagramGraph {
  /** Such as `graph.facebook.com`; hosts accept different requests. */
  host: string;
  businessLogin: BusinessLogin;
  profiles: ProfileReader;
  insights: AccountInsights;
  media: MediaReader & TypeMetricsReader;
  stories: StoryReader;
  publicProfiles: PublicProfileReader;
  /** Runs several queries in as few batches as possible. */
  fetchBatch<const BatchQueries extends readonly BatchQuery<unknown>[]>(
    caller: GraphCaller,
    queries: BatchQueries,
  ): ReturnType<typeof fetchBatch<BatchQueries>>;
}

export function createInstagramGraph(options: GraphOptions & { dayZone: string }): InstagramGraph {
  const graph = createGraphHttp(options);
  return {
    host: new URL(options.baseUrl).host,
    businessLogin: createBusinessLogin(graph),
    profiles: createProfileReader(graph),
    insights: createAccountInsights(graph, options),
    media: { ...createMediaReader(graph), ...createTypeMetricsReader(graph) },
    stories: createStoryReader(graph),
    publicProfiles: createPublicProfileReader(graph),
    fetchBatch: (caller, queries) => fetchBatch(graph, caller, queries),
  };
}
