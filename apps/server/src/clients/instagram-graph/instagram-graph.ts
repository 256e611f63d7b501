import { createAccountInsights, type AccountInsights } from './account-insights.ts';
import { createBusinessLogin, type BusinessLogin } from './business-login.ts';
import { createGraphHttp, type GraphCaller, type GraphOptions } from './graph-http.ts';
import { createMediaReader, type MediaReader } from './media.ts';
import { createProfileReader, type ProfileReader } from './profile.ts';
import { readTogether, type Reading } from './reading.ts';
import { createStoryReader, type StoryReader } from './stories.ts';

export interface InstagramGraph {
  businessLogin: BusinessLogin;
  profiles: ProfileReader;
  insights: AccountInsights;
  media: MediaReader;
  stories: StoryReader;
  /** Carries out several readings in as few HTTP requests as they fill batches. */
  readTogether<const Readings extends readonly Reading<unknown>[]>(
    caller: GraphCaller,
    readings: Readings,
  ): ReturnType<typeof readTogether<Readings>>;
}

export function createInstagramGraph(options: GraphOptions & { dayZone: string }): InstagramGraph {
  const graph = createGraphHttp(options);
  return {
    businessLogin: createBusinessLogin(graph),
    profiles: createProfileReader(),
    insights: createAccountInsights(graph, options),
    media: createMediaReader(graph),
    stories: createStoryReader(graph),
    readTogether: (caller, readings) => readTogether(graph, caller, readings),
  };
}
