import { z } from 'zod';
import type { GraphCaller, GraphHttp } from './graph-http.ts';
import { ProfileNode, profileFields, toInstagramProfile, type InstagramProfile } from './instagram-profile.ts';
import { GraphFailure } from './graph-failure.ts';

export const neededScopes = [
  'instagram_basic',
  'instagram_manage_insights',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
];

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });
const TokenFacts = z.object({
  data: z.object({
    app_id: z.string().optional(),
    is_valid: z.boolean(),
    type: z.string().optional(),
    user_id: z.string().optional(),
    scopes: z.array(z.string()).default([]),
    expires_at: z.number().optional(),
    data_access_expires_at: z.number().optional(),
  }),
});
const Me = z.object({
  id: z.string(),
  name: z.string().optional(),
  picture: z.object({ data: z.object({ url: z.string().optional() }) }).optional(),
});
const Page = z.object({ instagram_business_account: ProfileNode.optional() });
const Pages = z.object({
  data: z.array(Page),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

export interface GrantedToken {
  token: string;
  metaUserId: string;
  name: string | null;
  picture: string | null;
  /** `User`, or `System user` for the token of a business. */
  accountType: string;
  clientBusinessId: string | null;
  scopes: string[];
  expiresAt: Date | null;
  dataAccessExpiresAt: Date | null;
}

const mostPages = 50;

/** The business login: from the popup's code to a token we can name, and the Instagram accounts it reaches. */
export function createBusinessLogin(graph: GraphHttp) {
  /** Code → token with all we need to know of it. A code of the popup takes no redirect_uri and works once. */
  async function exchangeCode(code: string): Promise<GrantedToken> {
    const granted = Token.parse(await graph.postAsApp('oauth/access_token', { code }));
    const caller: GraphCaller = { token: granted.access_token, accountId: null };
    const { data: facts } = TokenFacts.parse(
      await graph.get({ token: graph.appToken, accountId: null }, 'debug_token', { input_token: granted.access_token }),
    );
    if (!facts.is_valid || (facts.app_id !== undefined && facts.app_id !== graph.appId)) {
      throw new GraphFailure('permanent', 'The token was not granted to this app');
    }
    const me = Me.parse(await graph.get(caller, 'me', { fields: 'id,name,picture' }));
    const isSystemUser = facts.type === 'SYSTEM_USER';
    return {
      token: granted.access_token,
      metaUserId: me.id,
      name: me.name ?? null,
      picture: me.picture?.data.url ?? null,
      accountType: isSystemUser ? 'System user' : 'User',
      clientBusinessId: isSystemUser ? await clientBusinessId(caller) : null,
      scopes: facts.scopes,
      expiresAt: toDate(facts.expires_at),
      dataAccessExpiresAt: toDate(facts.data_access_expires_at),
    };
  }

  async function clientBusinessId(caller: GraphCaller): Promise<string | null> {
    const Reply = z.object({ client_business_id: z.string().optional() });
    return Reply.parse(await graph.get(caller, 'me', { fields: 'client_business_id' })).client_business_id ?? null;
  }

  /** The Instagram business accounts behind all pages, each once. Ends when the cursors do. */
  async function listAccounts(token: string): Promise<InstagramProfile[]> {
    const found = new Map<string, InstagramProfile>();
    const seen = new Set<string>();
    let after: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const reply = Pages.parse(
        await graph.get({ token, accountId: null }, 'me/accounts', {
          fields: `id,name,tasks,instagram_business_account{${profileFields}}`,
          limit: 100,
          after,
        }),
      );
      for (const { instagram_business_account: account } of reply.data) {
        if (account) found.set(account.id, toInstagramProfile(account));
      }
      after = reply.paging?.next ? reply.paging.cursors?.after : undefined;
      if (!after || seen.has(after)) break;
      seen.add(after);
    }
    return [...found.values()];
  }

  return {
    exchangeCode,
    listAccounts,
    async revoke(token: string): Promise<void> {
      await graph.delete({ token, accountId: null }, 'me/permissions');
    },
  };
}

export type BusinessLogin = ReturnType<typeof createBusinessLogin>;

/** Meta's unix seconds; 0 means never. */
function toDate(seconds: number | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}
