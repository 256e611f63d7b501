import { z } from 'zod';
import type { GraphCaller, GraphHttp } from './graph-http.ts';
import { ProfileNode, profileFields, toInstagramProfile, type InstagramProfile } from './instagram-profile.ts';
import { GraphFailure } from './graph-failure.ts';

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
    error: z.object({ code: z.number().optional(), subcode: z.number().optional() }).optional(),
  }),
});
const Me = z.object({
  id: z.string(),
  name: z.string().optional(),
  picture: z.object({ data: z.object({ url: z.string().optional() }) }).optional(),
});
const Business = z.object({ id: z.string() });
const Page = z.object({ instagram_business_account: ProfileNode.optional() });
const Paging = z
  .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
  .optional();

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

/** What Meta says of a token now. */
export type InspectedToken =
  | { isValid: true; scopes: string[]; expiresAt: Date | null; dataAccessExpiresAt: Date | null }
  | { isValid: false; code: number | null; subcode: number | null };

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

  /**
   * The Instagram business accounts behind all pages, each once. Pages of a business portfolio are at times missing
   * from a person's own list, so when an account that is `expected`, or any at all, is missing, portfolios are read too.
   */
  async function listAccounts(token: string, expected: readonly string[] = []): Promise<InstagramProfile[]> {
    const found = new Map<string, InstagramProfile>();
    const add = (pages: z.infer<typeof Page>[]) => {
      for (const { instagram_business_account: account } of pages)
        if (account) found.set(account.id, toInstagramProfile(account));
    };
    add(await listAll(token, 'me/accounts', Page, pageFields));
    if (found.size > 0 && expected.every((id) => found.has(id))) return [...found.values()];
    for (const { id } of await listAll(token, 'me/businesses', Business, 'id').catch(unlessRefused)) {
      for (const edge of ['owned_pages', 'client_pages'])
        add(await listAll(token, `${id}/${edge}`, Page, pageFields).catch(unlessRefused));
    }
    return [...found.values()];
  }

  /** Every item of an edge. Ends when the cursors do. */
  async function listAll<Item>(token: string, path: string, item: z.ZodType<Item>, fields: string): Promise<Item[]> {
    const Reply = z.object({ data: z.array(item), paging: Paging });
    const items: Item[] = [];
    const seen = new Set<string>();
    let after: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const reply = Reply.parse(await graph.get({ token, accountId: null }, path, { fields, limit: 100, after }));
      items.push(...reply.data);
      after = reply.paging?.next ? reply.paging.cursors?.after : undefined;
      if (!after || seen.has(after)) break;
      seen.add(after);
    }
    return items;
  }

  async function inspect(token: string): Promise<InspectedToken> {
    const { data } = TokenFacts.parse(
      await graph.get({ token: graph.appToken, accountId: null }, 'debug_token', { input_token: token }),
    );
    if (!data.is_valid || (data.app_id !== undefined && data.app_id !== graph.appId))
      return { isValid: false, code: data.error?.code ?? null, subcode: data.error?.subcode ?? null };
    return {
      isValid: true,
      scopes: data.scopes,
      expiresAt: toDate(data.expires_at),
      dataAccessExpiresAt: toDate(data.data_access_expires_at),
    };
  }

  /** A younger token for one that is still good, and the seconds it lives; null when it does not end. */
  async function renew(token: string): Promise<{ token: string; lifeSeconds: number | null }> {
    const granted = Token.parse(
      await graph.postAsApp('oauth/access_token', { grant_type: 'fb_exchange_token', fb_exchange_token: token }),
    );
    return { token: granted.access_token, lifeSeconds: granted.expires_in ?? null };
  }

  return {
    exchangeCode,
    listAccounts,
    inspect,
    renew,
    async revoke(token: string): Promise<void> {
      await graph.delete({ token, accountId: null }, 'me/permissions');
    },
  };
}

const pageFields = `id,name,tasks,instagram_business_account{${profileFields}}`;

/** Portfolios are a second way: without the right to them there is what the first one found. */
function unlessRefused(cause: unknown): [] {
  if (cause instanceof GraphFailure && (cause.kind === 'permission' || cause.kind === 'permanent')) return [];
  throw cause;
}

export type BusinessLogin = ReturnType<typeof createBusinessLogin>;

/** Meta's unix seconds; 0 means never. */
function toDate(seconds: number | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}
