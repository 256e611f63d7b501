import { z } from 'zod';
import type { GraphCaller, GraphHttp } from './graph-http.ts';
import { ProfileNode, profileFields, toInstagramProfile, type InstagramProfile } from './instagram-profile.ts';
import { GraphError, isPageRefusal } from './graph-error.ts';

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });
const TokenFacts = z.object({
  data: z.object({
    app_id: z.string().optional(),
    is_valid: z.boolean(),
    type: z.string().optional(),
    user_id: z.string().optional(),
    scopes: z.array(z.string()).default([]),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() }))
      .optional()
      .catch(undefined),
    expires_at: z.number().optional(),
    data_access_expires_at: z.number().optional(),
    error: z.object({ code: z.number().optional(), subcode: z.number().optional() }).optional(),
  }),
});
const Me = z.object({ id: z.string(), name: z.string().optional().catch(undefined) });
const MyPicture = z.object({ picture: z.object({ data: z.object({ url: z.string().optional() }) }).optional() });
const ClientBusiness = z.object({ client_business_id: z.string().optional() });
const Node = z.object({ id: z.string() });
const Page = z.object({
  id: z.string(),
  // A page with a missing or unparsable Instagram account must not cost the others.
  instagram_business_account: ProfileNode.optional().catch(undefined),
});
type Page = z.infer<typeof Page>;
const Paging = z
  .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
  .optional();

export interface GrantedToken {
  token: string;
  metaUserId: string;
  name: string | null;
  picture: string | null;
  /** `User`, or `System user` for a business's token. */
  accountType: string;
  clientBusinessId: string | null;
  scopes: string[];
  expiresAt: Date | null;
  dataAccessExpiresAt: Date | null;
  inspected: InspectedToken;
}

/** Meta's current view of a token. */
export type InspectedToken =
  | {
      isValid: true;
      isSystemUser: boolean;
      scopes: string[];
      /** Pages and Instagram accounts chosen in the dialog, where Meta names them. */
      chosenPages: string[];
      chosenAccounts: string[];
      expiresAt: Date | null;
      dataAccessExpiresAt: Date | null;
    }
  | { isValid: false; code: number | null; subcode: number | null };

/** An account that a login can access, and its page. */
export type ListedAccount = InstagramProfile & { pageId: string | null };

const PageToken = z.object({ access_token: z.string().min(1) });
const maxPages = 50;

/**
 * Performs the business login: from the popup's code to a known user's token, and the Instagram accounts it can access.
 */
export function createBusinessLogin(graph: GraphHttp) {
  /** Exchanges a code for a token and its details. The popup's codes take no redirect_uri and work once. */
  async function exchangeCode(code: string): Promise<GrantedToken> {
    const granted = Token.parse(await graph.postAsApp('oauth/access_token', { code }));
    const caller: GraphCaller = { token: granted.access_token, accountId: null };
    const inspected = await inspect(granted.access_token);
    if (!inspected.isValid) throw new GraphError('permanent', 'The token was not granted to this app');
    const me = Me.parse(await graph.get(caller, 'me', { fields: 'id,name' }));
    const { isSystemUser } = inspected;
    // Either field exists only for one kind of token, and neither is required.
    const field = async <Reply>(name: string, reply: z.ZodType<Reply>) =>
      graph.get(caller, 'me', { fields: name }).then(
        (body) => reply.safeParse(body).data,
        (error: unknown) => void unlessRefused(error),
      );
    return {
      token: granted.access_token,
      metaUserId: me.id,
      name: me.name ?? null,
      picture: isSystemUser ? null : ((await field('picture', MyPicture))?.picture?.data.url ?? null),
      accountType: isSystemUser ? 'System user' : 'User',
      clientBusinessId: isSystemUser
        ? ((await field('client_business_id', ClientBusiness))?.client_business_id ?? null)
        : null,
      scopes: inspected.scopes,
      expiresAt: inspected.expiresAt,
      dataAccessExpiresAt: inspected.dataAccessExpiresAt,
      inspected,
    };
  }

  /**
   * Lists the Instagram business accounts that a token can access, each once, with its page where known. `me/accounts`
   * lists a person's own pages; a business portfolio's pages may appear only in the portfolio, among the pages assigned
   * to the person, or among those chosen in the dialog. A system user has assigned pages, while `me/accounts` may still
   * list pages from an earlier grant. Later sources are fetched only for what is missing.
   */
  async function listAccounts(
    token: string,
    { expected = [], inspected }: { expected?: readonly string[]; inspected?: InspectedToken } = {},
  ): Promise<ListedAccount[]> {
    const found = new Map<string, ListedAccount>();
    const facts = inspected ?? (await inspect(token));
    const collect = async (source: () => Promise<(Page | ListedAccount)[]>) => {
      try {
        for (const node of await source()) {
          const account = 'username' in node ? node : await toListedAccount(token, node);
          if (account && !found.get(account.id)?.pageId) found.set(account.id, account);
        }
        return null;
      } catch (error) {
        unlessRefused(error);
        return error;
      }
    };
    const isSystemUser = facts.isValid && facts.isSystemUser;
    const isEnough = () => found.size > 0 && (isSystemUser || expected.every((id) => found.has(id)));
    const own = () => listPages(token, 'me/accounts');
    const assigned = () => listPages(token, 'me/assigned_pages');
    const chosen = async () => {
      if (!facts.isValid) return [];
      const nodes: (Page | ListedAccount)[] = [];
      nodes.push(...(await readPages(token, facts.chosenPages)));
      const unreached = facts.chosenAccounts.filter(
        (id) =>
          !nodes.some((node) => 'instagram_business_account' in node && node.instagram_business_account?.id === id),
      );
      for (const id of unreached)
        for (const profile of await readNode(token, id, ProfileNode, profileFields).catch(unlessRefused))
          nodes.push({ ...toInstagramProfile(profile), pageId: null });
      return nodes;
    };
    const portfolios = async () => {
      const pages: Page[] = [];
      for (const { id } of await listAll(token, 'me/businesses', Node, 'id').catch(unlessRefused)) {
        for (const edge of ['owned_pages', 'client_pages'])
          pages.push(...(await listPages(token, `${id}/${edge}`).catch(unlessRefused)));
      }
      return pages;
    };
    const [first, ...others] = isSystemUser
      ? ([assigned, chosen, own, portfolios] as const)
      : ([own, assigned, chosen, portfolios] as const);
    const refusal = await collect(first);
    for (const source of others) if (!isEnough()) await collect(source);
    if (found.size === 0 && refusal) throw refusal;
    return [...found.values()];
  }

  /**
   * Returns a listed account. Its name may be missing when it is fetched through its page, but present when it is
   * fetched directly.
   */
  async function toListedAccount(token: string, { id, instagram_business_account: node }: Page) {
    if (!node) return null;
    const [own] = node.username
      ? [node]
      : await readNode(token, node.id, ProfileNode, profileFields).catch(unlessRefused);
    return { ...toInstagramProfile({ ...node, ...own }), pageId: id };
  }

  /** Lists an edge's pages; the reply fails as a whole if Meta refuses one of them. */
  async function listPages(token: string, edge: string): Promise<Page[]> {
    try {
      return await listAll(token, edge, Page, pageFields);
    } catch (error) {
      if (!isPageRefusal(error)) throw error;
      const nodes = await listAll(token, edge, Node, 'id');
      return await readPages(
        token,
        nodes.map(({ id }) => id),
      );
    }
  }

  async function readPages(token: string, ids: readonly string[]): Promise<Page[]> {
    const pages: Page[] = [];
    for (const id of ids) pages.push(...(await readNode(token, id, Page, pageFields).catch(unlessRefused)));
    return pages;
  }

  async function readNode<Found>(token: string, id: string, shape: z.ZodType<Found>, fields: string): Promise<Found[]> {
    const node = shape.safeParse(await graph.get({ token, accountId: null }, id, { fields }));
    return node.success ? [node.data] : [];
  }

  /**
   * Subscribes to the events of a page's Instagram account, without which no story event arrives ("The Page … must have
   * Page subscriptions enabled", Webhooks for Instagram). Needs `pages_manage_metadata`; false if it is refused.
   */
  async function subscribePage(token: string, pageId: string): Promise<boolean> {
    try {
      const page = PageToken.parse(await graph.get({ token, accountId: null }, pageId, { fields: 'access_token' }));
      await graph.post({ token: page.access_token, accountId: null }, `${pageId}/subscribed_apps`, {
        subscribed_fields: 'feed',
      });
      return true;
    } catch (error) {
      if (error instanceof z.ZodError) return false;
      unlessRefused(error);
      return false;
    }
  }

  /** Lists all items on an edge, until the cursors end. */
  async function listAll<Item>(token: string, path: string, item: z.ZodType<Item>, fields: string): Promise<Item[]> {
    const Reply = z.object({ data: z.array(z.unknown()), paging: Paging });
    const items: Item[] = [];
    const seen = new Set<string>();
    let after: string | undefined;
    for (let page = 0; page < maxPages; page += 1) {
      const reply = Reply.parse(await graph.get({ token, accountId: null }, path, { fields, limit: 100, after }));
      const parsed = reply.data.map((entry) => item.safeParse(entry));
      for (const { data } of parsed) if (data !== undefined) items.push(data);
      const dropped = parsed.filter(({ success }) => !success).length;
      if (dropped > 0)
        graph.reportDropped({ part: path.split('/').at(-1) ?? path, count: dropped, problem: 'unknown shape' });
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
    const targets = (prefix: string) => [
      ...new Set(
        (data.granular_scopes ?? []).flatMap(({ scope, target_ids }) =>
          scope.startsWith(prefix) ? (target_ids ?? []) : [],
        ),
      ),
    ];
    return {
      isValid: true,
      isSystemUser: data.type === 'SYSTEM_USER',
      scopes: data.scopes,
      chosenPages: targets('pages_'),
      chosenAccounts: targets('instagram_'),
      expiresAt: toDate(data.expires_at),
      dataAccessExpiresAt: toDate(data.data_access_expires_at),
    };
  }

  /** Exchanges a valid token for a newer one and its lifetime in seconds; null when it does not expire. */
  async function renew(token: string): Promise<{ token: string; lifeSeconds: number | null }> {
    const granted = Token.parse(
      await graph.postAsApp('oauth/access_token', { grant_type: 'fb_exchange_token', fb_exchange_token: token }),
    );
    return { token: granted.access_token, lifeSeconds: granted.expires_in ?? null };
  }

  return {
    exchangeCode,
    listAccounts,
    subscribePage,
    inspect,
    renew,
    async revoke(token: string): Promise<void> {
      await graph.delete({ token, accountId: null }, 'me/permissions');
    },
  };
}

const pageFields = `id,name,tasks,instagram_business_account{${profileFields}}`;

/** Keeps other sources' results when one source is refused. */
function unlessRefused(cause: unknown): [] {
  if (cause instanceof GraphError && (cause.kind === 'permission' || cause.kind === 'permanent')) return [];
  throw cause;
}

export type BusinessLogin = ReturnType<typeof createBusinessLogin>;

/** Converts Meta's Unix seconds, where 0 means never. */
function toDate(seconds: number | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}
