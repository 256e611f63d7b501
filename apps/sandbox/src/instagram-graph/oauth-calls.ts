import type { SandboxClock } from '../sandbox-clock.ts';
import type { World } from '../world/world.ts';
import type { LoginVariant } from './login/login-choice.ts';
import type { AccessTokens, Caller } from './access-tokens.ts';
import { isSystemUser, longLifeSeconds } from './access-tokens.ts';
import type { GraphCall } from './graph-call.ts';
import { GraphError } from './graph-error.ts';
import type { JsonObject } from './json.ts';
import type { MetaApp } from './meta-app.ts';
import { listPages } from './nodes/page-node.ts';
import { metaUserId } from './nodes/system-user-node.ts';

const codeLife = 600_000;

interface Deps {
  app: MetaApp;
  tokens: AccessTokens;
  clock: SandboxClock;
  world: World;
}

/** Creates the calls that authenticate with the app secret instead of a user token. */
export function createOauthCalls({ app, tokens, clock, world }: Deps) {
  const usedCodes = new Set<string>();

  function requireApp(params: Record<string, string>) {
    if (params['client_id'] !== app.id) {
      throw new GraphError('Error validating application. Cannot get application info due to a system error.', {
        code: 101,
      });
    }
    if (params['client_secret'] !== app.secret) throw new GraphError('Error validating client secret.', { code: 1 });
  }

  function exchangeCode(params: Record<string, string>): JsonObject {
    const code = tokens.readCode(params['code'] ?? '');
    if (!code) throw new GraphError('Invalid verification code format.', { code: 100, subcode: 36007 });
    // A code from the popup has no redirect URI; one from the redirect dialog must match its URI byte for byte.
    if ((params['redirect_uri'] ?? '') !== code.redirectUri) {
      throw new GraphError(
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
        { code: 100, subcode: 36008 },
      );
    }
    if (usedCodes.has(code.nonce))
      throw new GraphError('This authorization code has been used.', { code: 100, subcode: 36009 });
    if (clock.now() - code.issuedAt > codeLife)
      throw new GraphError('This authorization code has expired.', { code: 100, subcode: 36007 });
    usedCodes.add(code.nonce);
    return tokenAnswer(tokens.userToken(code), code.variant);
  }

  function accessToken({ params }: GraphCall): JsonObject {
    requireApp(params);
    if (params['grant_type'] === 'fb_exchange_token') {
      const caller = tokens.require(params['fb_exchange_token'] ?? '');
      return tokenAnswer(tokens.renewed(caller), caller.variant);
    }
    if (params['grant_type'] === 'client_credentials')
      return { access_token: `${app.id}|${app.secret}`, token_type: 'bearer' };
    return exchangeCode(params);
  }

  function debugToken({ params }: GraphCall): JsonObject {
    if (params['access_token'] !== `${app.id}|${app.secret}`) {
      throw new GraphError(
        '(#100) You must provide an app access token, or a user access token that is an owner or developer of the app',
        { code: 100 },
      );
    }
    const input = params['input_token'];
    if (!input) throw new GraphError('(#100) The parameter input_token is required', { code: 100 });
    try {
      const caller = tokens.require(input);
      const accountIds = listPages(caller, world).flatMap(({ account }) => account?.id ?? []);
      const pageIds = listPages(caller, world).map(({ id }) => id);
      const seconds = (millis: number) => Math.floor(millis / 1000);
      return {
        data: {
          app_id: app.id,
          type: caller.kind === 'page' ? 'PAGE' : caller.variant.tokenType,
          application: app.name,
          data_access_expires_at: seconds(caller.dataAccessExpiresAt),
          expires_at: seconds(caller.expiresAt),
          issued_at: seconds(caller.issuedAt),
          is_valid: true,
          scopes: ['public_profile', ...caller.scopes],
          granular_scopes: caller.scopes.map((scope) => granularScope(caller, scope, { accountIds, pageIds })),
          ...(caller.kind === 'page' && { profile_id: caller.pageId }),
          user_id: metaUserId(caller),
        },
      };
    } catch (failure) {
      if (!(failure instanceof GraphError)) throw failure;
      return toInvalidToken(failure);
    }
  }

  return { accessToken, debugToken };
}

/** Returns the `debug_token` answer about a token that no longer works. */
export function toInvalidToken({ code = 190, subcode, message }: GraphError): JsonObject {
  return {
    data: { is_valid: false, error: { code, message, ...(subcode !== undefined && { subcode }) }, scopes: [] },
  };
}

/** Returns the scope's targets: empty for a system user, absent when a person shared everything. */
function granularScope(
  { variant }: Caller,
  scope: string,
  { accountIds, pageIds }: { accountIds: string[]; pageIds: string[] },
): JsonObject {
  if (isSystemUser(variant)) return { scope, target_ids: [] };
  const hasTargets = variant.discovery !== 'portfolio' && variant.discovery !== 'assigned-pages';
  return {
    scope,
    ...(hasTargets && scope.startsWith('instagram_') && { target_ids: accountIds }),
    ...(hasTargets && scope.startsWith('pages_') && { target_ids: pageIds }),
  };
}

function tokenAnswer(token: string, variant: LoginVariant): JsonObject {
  return { access_token: token, token_type: 'bearer', ...(!isSystemUser(variant) && { expires_in: longLifeSeconds }) };
}
