import { createAccountInsights, type AccountInsights } from './account-insights.ts';
import { createBusinessLogin, type BusinessLogin } from './business-login.ts';
import { createGraphHttp, type GraphOptions } from './graph-http.ts';
import { createMediaReader, type MediaReader } from './media.ts';
import { createProfileReader, type ProfileReader } from './profile.ts';

export interface InstagramGraph {
  businessLogin: BusinessLogin;
  profiles: ProfileReader;
  insights: AccountInsights;
  media: MediaReader;
}

export function createInstagramGraph(options: GraphOptions & { dayZone: string }): InstagramGraph {
  const graph = createGraphHttp(options);
  return {
    businessLogin: createBusinessLogin(graph),
    profiles: createProfileReader(graph),
    insights: createAccountInsights(graph, options),
    media: createMediaReader(graph),
  };
}
