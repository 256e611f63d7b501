import type { Config } from '../../../config/config.ts';

/** Returns how to reach the Graph API as the configured app. */
export function toGraphOptions({
  graphBaseUrl,
  graphVersion,
  appId,
  appSecret,
  dayZone,
}: Pick<Config['meta'], 'graphBaseUrl' | 'graphVersion' | 'appId' | 'appSecret' | 'dayZone'>) {
  return { baseUrl: graphBaseUrl, version: graphVersion, appId, appSecret: appSecret.reveal(), dayZone };
}
