import type { GraphHost } from '../instagram-graph/graph.ts';
import type { GraphCall } from '../instagram-graph/graph-call.ts';
import { GraphError } from '../instagram-graph/graph-error.ts';
import type { JsonObject } from '../instagram-graph/json.ts';
import type { MetaApp } from '../instagram-graph/meta-app.ts';
import { graphVersion } from '../instagram-graph/meta-app.ts';
import type { InstagramTokens } from './instagram-tokens.ts';
import { longLifeSeconds } from './instagram-tokens.ts';

/** Creates graph.instagram.com: tokens of one account each, without proofs, batches or pages. */
export function createInstagramHost({
  origin,
  app,
  tokens,
}: {
  origin: string;
  app: MetaApp;
  tokens: InstagramTokens;
}): GraphHost {
  const answer = (token: string): JsonObject => ({
    access_token: token,
    token_type: 'bearer',
    expires_in: longLifeSeconds,
  });

  function answerTokenCall({ method, segments, version, params }: GraphCall): JsonObject | undefined {
    const [id, ...more] = segments;
    if ((id !== 'access_token' && id !== 'refresh_access_token') || more.length > 0) return undefined;
    const isExchange = id === 'access_token';
    if (method !== 'GET' || version !== undefined)
      throw new GraphError(`Unsupported request - method type: ${method.toLowerCase()}`, {
        type: 'IGApiException',
        code: 100,
      });
    if (params['grant_type'] !== (isExchange ? 'ig_exchange_token' : 'ig_refresh_token'))
      throw new GraphError('Invalid grant_type', { type: 'IGApiException', code: 100 });
    const token = params['access_token'] ?? '';
    // Only the token says which app's secret is meant, so a made-up one tells nothing about the secret.
    tokens.require(token);
    if (isExchange && params['client_secret'] !== app.instagramSecret)
      throw new GraphError('Error validating client secret.', { code: 100 });
    return answer(isExchange ? tokens.toLongLived(token) : tokens.refresh(token));
  }

  return {
    base: `${origin}/instagram-graph`,
    answerOwnCall(call) {
      const answered = answerTokenCall(call);
      if (!answered && call.version !== graphVersion)
        throw new GraphError(`Unknown path components: /${call.segments.join('/')}`, { code: 2500 });
      return answered;
    },
    requireToken: tokens.require,
    requireCaller(params) {
      const token = params['access_token'];
      if (!token) throw new GraphError('An access token is required to request this resource.', { code: 104 });
      if (params['appsecret_proof'] !== undefined)
        throw new GraphError('Invalid appsecret_proof provided in the API argument', {
          type: 'GraphMethodException',
          code: 100,
        });
      return tokens.require(token);
    },
  };
}
