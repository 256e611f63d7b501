import type { SandboxClock } from '../sandbox-clock.ts';
import type { World } from '../world/world.ts';
import type { AccessTokens, Caller } from './access-tokens.ts';
import { toProof } from './access-tokens.ts';
import type { GraphHost } from './graph.ts';
import { GraphError } from './graph-error.ts';
import type { MetaApp } from './meta-app.ts';
import { createOauthCalls } from './oauth-calls.ts';

interface Deps {
  origin: string;
  app: MetaApp;
  tokens: AccessTokens;
  clock: SandboxClock;
  world: World;
}

export function createFacebookHost({ origin, app, tokens, clock, world }: Deps): GraphHost {
  const oauth = createOauthCalls({ app, tokens, clock, world });
  const provenTokens = new Map<string, string>();
  return {
    base: `${origin}/graph`,
    answerOwnCall(call) {
      const [id, edge] = call.segments;
      if (id === 'oauth' && edge === 'access_token') return oauth.accessToken(call);
      return id === 'debug_token' ? oauth.debugToken(call) : undefined;
    },
    requireToken: tokens.require,
    requireCaller(params): Caller {
      const token = params['access_token'];
      if (!token) throw new GraphError('An access token is required to request this resource.', { code: 104 });
      const caller = tokens.require(token);
      const given = params['appsecret_proof'];
      if (given === undefined) {
        throw new GraphError('API calls from the server require an appsecret_proof argument', {
          type: 'GraphMethodException',
          code: 100,
        });
      }
      if (provenTokens.get(token) !== given) {
        if (toProof(token, app.secret) !== given) {
          throw new GraphError('Invalid appsecret_proof provided in the API argument', {
            type: 'GraphMethodException',
            code: 100,
          });
        }
        if (provenTokens.size > 1_000) provenTokens.clear();
        provenTokens.set(token, given);
      }
      return caller;
    },
  };
}
