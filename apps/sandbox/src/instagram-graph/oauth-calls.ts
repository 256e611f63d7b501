import type { SandboxClock } from '../sandbox-clock.ts';
import type { World } from '../world/world.ts';
import type { AccessTokens } from './access-tokens.ts';
import { longLifeSeconds } from './access-tokens.ts';
import type { GraphCall } from './graph-call.ts';
import { GraphFailure } from './graph-failure.ts';
import type { JsonObject } from './json.ts';
import type { MetaApp } from './meta-app.ts';
import { pagesOf } from './nodes/page-node.ts';

const codeLife = 600_000;

interface Needs {
  app: MetaApp;
  tokens: AccessTokens;
  clock: SandboxClock;
  world: World;
}

/** The calls that prove themselves by the app's secret instead of a user's token. */
export function createOauthCalls({ app, tokens, clock, world }: Needs) {
  const usedCodes = new Set<string>();

  function requireApp(params: Record<string, string>) {
    if (params['client_id'] !== app.id) {
      throw new GraphFailure('Error validating application. Cannot get application info due to a system error.', {
        code: 101,
      });
    }
    if (params['client_secret'] !== app.secret) throw new GraphFailure('Error validating client secret.', { code: 1 });
  }

  function exchangeCode(params: Record<string, string>): JsonObject {
    const code = tokens.readCode(params['code'] ?? '');
    if (!code) throw new GraphFailure('Invalid verification code format.', { code: 100, subcode: 36007 });
    // A code from the popup comes without an address; one from the redirect dialog is bound to its address, byte by byte.
    if ((params['redirect_uri'] ?? '') !== code.redirectUri) {
      throw new GraphFailure(
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
        { code: 100, subcode: 36008 },
      );
    }
    if (usedCodes.has(code.nonce))
      throw new GraphFailure('This authorization code has been used.', { code: 100, subcode: 36009 });
    if (clock.now() - code.issuedAt > codeLife)
      throw new GraphFailure('This authorization code has expired.', { code: 100, subcode: 36007 });
    usedCodes.add(code.nonce);
    return tokenAnswer(tokens.userToken(code));
  }

  function accessToken({ params }: GraphCall): JsonObject {
    requireApp(params);
    if (params['grant_type'] === 'fb_exchange_token')
      return tokenAnswer(tokens.renewed(tokens.require(params['fb_exchange_token'] ?? '')));
    if (params['grant_type'] === 'client_credentials')
      return { access_token: `${app.id}|${app.secret}`, token_type: 'bearer' };
    return exchangeCode(params);
  }

  function debugToken({ params }: GraphCall): JsonObject {
    if (params['access_token'] !== `${app.id}|${app.secret}`) {
      throw new GraphFailure(
        '(#100) You must provide an app access token, or a user access token that is an owner or developer of the app',
        { code: 100 },
      );
    }
    const input = params['input_token'];
    if (!input) throw new GraphFailure('(#100) The parameter input_token is required', { code: 100 });
    try {
      const caller = tokens.require(input);
      const accountIds = pagesOf(caller, world).flatMap(({ account }) => account?.id ?? []);
      const pageIds = pagesOf(caller, world).map(({ id }) => id);
      const seconds = (millis: number) => Math.floor(millis / 1000);
      return {
        data: {
          app_id: app.id,
          type: caller.kind === 'page' ? 'PAGE' : 'USER',
          application: app.name,
          data_access_expires_at: seconds(caller.dataAccessExpiresAt),
          expires_at: seconds(caller.expiresAt),
          issued_at: seconds(caller.issuedAt),
          is_valid: true,
          scopes: ['public_profile', ...caller.scopes],
          granular_scopes: caller.scopes.map((scope) => ({
            scope,
            ...(scope.startsWith('instagram_') && { target_ids: accountIds }),
            ...(scope.startsWith('pages_') && { target_ids: pageIds }),
          })),
          ...(caller.kind === 'page' && { profile_id: caller.pageId }),
          user_id: caller.person.metaUserId,
        },
      };
    } catch (failure) {
      if (!(failure instanceof GraphFailure)) throw failure;
      const subcode = failure.subcode === undefined ? {} : { subcode: failure.subcode };
      return {
        data: {
          is_valid: false,
          error: { code: failure.code ?? 190, message: failure.message, ...subcode },
          scopes: [],
        },
      };
    }
  }

  return { accessToken, debugToken };
}

function tokenAnswer(token: string): JsonObject {
  return { access_token: token, token_type: 'bearer', expires_in: longLifeSeconds };
}
