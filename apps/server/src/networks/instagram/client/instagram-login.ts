import { z } from 'zod';
import { GraphError } from './graph-error.ts';
import type { GraphHttp } from './graph-http.ts';
import { ProfileNode, profileFields, toInstagramProfile, type InstagramProfile } from './instagram-profile.ts';

export const instagramScopes = ['instagram_business_basic', 'instagram_business_manage_insights'] as const;
export type InstagramScope = (typeof instagramScopes)[number];

// Documented inside a list, recorded flat. `user_id` there is a number beyond 2^53, so it is read from `me`.
const Granted = z.object({
  access_token: z.string().min(1),
  permissions: z.union([z.array(z.string()), z.string().transform((text) => text.split(','))]).optional(),
});
const LongLived = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const Me = ProfileNode.extend({
  user_id: z.union([z.string(), z.number().transform(String)]),
  account_type: z.string().optional().catch(undefined),
});

export interface InstagramToken {
  token: string;
  lifeSeconds: number;
}

export interface InstagramIdentity {
  /** Its `id` is the professional account's, which pages and other logins name, too. */
  profile: InstagramProfile;
  /** The account's ID for our app only. */
  appUserId: string;
  /** Only professional accounts have insights. */
  isProfessional: boolean;
}

export type InstagramLogin = ReturnType<typeof createInstagramLogin>;

/**
 * Performs Business Login for Instagram: an account without a Facebook page, one login for each.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export function createInstagramLogin(
  graph: GraphHttp,
  { loginBaseUrl, appSecret }: { loginBaseUrl: string; appSecret: string },
) {
  const toCaller = (token: string) => ({ token, host: 'instagram' as const, accountId: null });

  return {
    /** Returns the page at Instagram on which a person allows access; it redirects with a code, or with an error. */
    toAuthorizeUrl({ state, redirectUri }: { state: string; redirectUri: string }): string {
      const query = new URLSearchParams({
        client_id: graph.appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: instagramScopes.join(','),
        state,
      });
      return `${loginBaseUrl}/oauth/authorize?${query.toString()}`;
    },

    /** Exchanges a code, once and with the same redirect URI, for a token that lasts an hour. */
    async exchangeCode(code: string, redirectUri: string): Promise<{ token: string; missing: InstagramScope[] }> {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const { access_token: token, permissions } = Granted.parse(
        unwrap(await graph.postAsApp('oauth/access_token', form)),
      );
      return { token, missing: permissions ? instagramScopes.filter((scope) => !permissions.includes(scope)) : [] };
    },

    /** Exchanges an hour's token for one that lasts 60 days. */
    async toLongLived(token: string): Promise<InstagramToken> {
      const parameters = { grant_type: 'ig_exchange_token', client_secret: appSecret, access_token: token };
      return toToken(await graph.getUnversioned('access_token', parameters));
    },

    /** Returns a token for 60 more days; the given one must be valid and at least 24 hours old. */
    async refresh(token: string): Promise<InstagramToken> {
      const parameters = { grant_type: 'ig_refresh_token', access_token: token };
      return toToken(await graph.getUnversioned('refresh_access_token', parameters));
    },

    /** Returns the account that a token reaches; throws when Instagram rejects the token or hides the account. */
    async identify(token: string): Promise<InstagramIdentity> {
      const fields = `${profileFields},user_id,account_type`;
      const node = Me.parse(unwrap(await graph.get(toCaller(token), 'me', { fields })));
      return {
        profile: toInstagramProfile({ ...node, id: node.user_id }),
        appUserId: node.id,
        isProfessional: node.account_type === undefined || /business|creator/i.test(node.account_type),
      };
    },

    /** Returns the scopes that a valid token lacks, which no call lists: the smallest request for each tells. */
    async findMissing(token: string): Promise<InstagramScope[]> {
      const probes = [
        { scope: 'instagram_business_basic', path: 'me', parameters: { fields: 'user_id' } },
        {
          scope: 'instagram_business_manage_insights',
          path: 'me/insights',
          parameters: { metric: 'reach', period: 'day', metric_type: 'total_value' },
        },
      ] as const;
      const missing: InstagramScope[] = [];
      for (const { scope, path, parameters } of probes)
        try {
          await graph.get(toCaller(token), path, parameters);
        } catch (error) {
          if (!(error instanceof GraphError) || error.kind !== 'permission') throw error;
          missing.push(scope);
        }
      return missing;
    },
  };
}

function toToken(body: unknown): InstagramToken {
  const { access_token: token, expires_in: lifeSeconds } = LongLived.parse(body);
  return { token, lifeSeconds };
}

/** Returns the only element of a list in `data`, in which some answers are wrapped. */
function unwrap(body: unknown): unknown {
  const wrapped = z.object({ data: z.array(z.unknown()).min(1) }).safeParse(body);
  return wrapped.success ? wrapped.data.data[0] : body;
}
