import type { GraphCall } from './graph-call.ts';
import { GraphError } from './graph-error.ts';
import type { JsonObject } from './json.ts';
import { graphVersion, type MetaApp } from './meta-app.ts';

/**
 * Answers `GET /{app-id}/subscriptions`: the webhooks entered in the app's dashboard, here for the first application.
 * https://developers.facebook.com/docs/graph-api/webhooks/subscriptions-edge
 */
export function answerAppSubscriptions({ params }: GraphCall, app: MetaApp, appOrigin: string | undefined): JsonObject {
  if (params['access_token'] !== `${app.id}|${app.secret}`)
    throw new GraphError('(#15) This method must be called with an app access_token.', { code: 15 });
  if (appOrigin === undefined) return { data: [] };
  return {
    data: [
      {
        object: 'instagram',
        callback_url: `${appOrigin}/api/v1/webhooks/meta`,
        active: true,
        fields: [{ name: 'story_insights', version: graphVersion }],
      },
    ],
  };
}
