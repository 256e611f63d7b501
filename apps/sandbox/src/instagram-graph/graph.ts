import type { FaultName, Faults, FaultTarget } from '../faults.ts';
import type { MediaLinks } from '../pictures/media-links.ts';
import { appScopedId, typeNow } from '../instagram-login/instagram-account.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { StateStore } from '../sandbox-state.ts';
import { findPerson } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { answerAppSubscriptions } from './app-subscriptions.ts';
import type { AccessTokens, Caller } from './access-tokens.ts';
import { isSystemUser } from './access-tokens.ts';
import { chargedAccount, concernedAccount, findNode, requireNode } from './bound-node.ts';
import type { LedgerItem } from './call-ledger.ts';
import type { CallUsage } from './call-usage.ts';
import { strikeError } from './error-faults.ts';
import { parseFields } from './field-grammar.ts';
import type { GraphCall } from './graph-call.ts';
import { describeCall } from './graph-call.ts';
import { accountLimit, appLimit, badParameter, GraphError, missingAlias, missingObject } from './graph-error.ts';
import type { JsonObject } from './json.ts';
import type { MetaApp } from './meta-app.ts';
import { graphVersion } from './meta-app.ts';
import type { Scope } from './nodes/node-kind.ts';
import { toPortuguese } from './to-portuguese.ts';
import { toInvalidToken } from './oauth-calls.ts';
import type { PageSubscriptions } from './page-subscriptions.ts';
import { spoil } from './spoiled-body.ts';

const maxIds = 50;

export interface GraphAnswer {
  status: number;
  text: string;
  failure: GraphError | undefined;
  /** One item per charged call. */
  charged: LedgerItem[];
  /** Minutes to wait by account, for accounts that the usage headers report as blocked. */
  blocked: Map<string, number>;
}

/** What differs between graph.facebook.com and graph.instagram.com. */
export interface GraphHost {
  /** The address without a version, for paging links. */
  base: string;
  /** Answers calls that need no caller, such as those for tokens. */
  answerOwnCall: (call: GraphCall) => JsonObject | undefined;
  requireCaller: (params: Record<string, string>) => Caller;
  /** Throws the matching error 190 when the token is invalid. */
  requireToken: (token: string) => Caller;
}

interface Deps {
  host: GraphHost;
  /** Target for the app's webhooks. */
  appOrigin: string | undefined;
  app: MetaApp;
  world: World;
  clock: SandboxClock;
  store: StateStore;
  links: MediaLinks;
  tokens: AccessTokens;
  usage: CallUsage;
  subscriptions: PageSubscriptions;
  faults: Faults;
}

export interface Graph {
  answer: (call: GraphCall) => GraphAnswer;
  /** Checks the token and its proof, as every call does; used for a batch's envelope. */
  requireCaller: (params: Record<string, string>) => Caller;
}

export function createGraph({
  host,
  appOrigin,
  app,
  world,
  clock,
  store,
  links,
  tokens,
  usage,
  subscriptions,
  faults,
}: Deps): Graph {
  function charge(accountId: string | undefined) {
    const account = accountId === undefined ? undefined : world.findAccount(accountId);
    if (!account) {
      usage.countApp(1);
      if (usage.appPercent() > 100) throw appLimit();
      return;
    }
    usage.countAccount(account.id, 1);
    if (usage.accountPercent(account) > 100) throw accountLimit();
  }

  function content(call: GraphCall, target: FaultTarget, metrics: string[]): JsonObject {
    const [id, edge, ...further] = call.segments;
    const own = host.answerOwnCall(call);
    if (own) return own;
    if (
      call.method === 'GET' &&
      /^(subscriptions|subscribed_apps)$/.test(edge ?? '') &&
      faults.strike('empty-data', target)
    )
      return { data: [] };
    if (call.method === 'GET' && id === app.id && edge === 'subscriptions' && further.length === 0)
      return answerAppSubscriptions(call, app, appOrigin);
    const caller = host.requireCaller(call.params);
    const scope: Scope = {
      world,
      links,
      tokens,
      caller,
      now: clock.now(),
      instagram: (account) => ({ scopedId: appScopedId(account), type: typeNow(store, account) }),
      base: `${host.base}/${call.version ?? graphVersion}`,
      metrics,
      strike: (fault, accepts) => faults.strike(fault, target, accepts),
    };
    if (edge === 'subscribed_apps' && further.length === 0) return subscriptions.answer(call, scope);
    if (call.method === 'DELETE') return takeBack(call, caller);
    if (call.method !== 'GET') throw missingObject(id ?? '', call.method.toLowerCase());
    const fieldsText = call.params['fields'] || undefined;
    const fields = fieldsText === undefined ? undefined : parseFields(fieldsText);
    if (id === undefined) return manyNodes(toIds(call), fields, scope);
    if (further.length > 0)
      throw new GraphError(`Unknown path components: /${[edge, ...further].join('/')}`, { code: 2500 });
    const node = requireNode(id, scope);
    return edge === undefined ? node.read(fields) : node.edge(edge, { args: call.params, fields, fieldsText });
  }

  function manyNodes(ids: string[], fields: ReturnType<typeof parseFields> | undefined, scope: Scope): JsonObject {
    const nodes = ids.map((id) => ({ id, node: findNode(id, scope) }));
    const missing = nodes.filter(({ node }) => !node).map(({ id }) => id);
    if (missing.length > 0) throw missingAlias(missing);
    return Object.fromEntries(nodes.map(({ id, node }) => [id, node?.read(fields)]));
  }

  function takeBack(call: GraphCall, caller: Caller): JsonObject {
    const [id, edge, permission] = call.segments;
    const isSelf = !caller.instagram && (id === 'me' || id === caller.person.metaUserId);
    if (!isSelf || edge !== 'permissions' || isSystemUser(caller.variant)) throw missingObject(id ?? '', 'delete');
    if (permission === undefined) tokens.invalidate(caller.person, 458);
    else tokens.decline(caller.person, permission);
    return { success: true };
  }

  function getTarget(call: GraphCall, account: string | undefined): FaultTarget {
    const owner = account === undefined ? undefined : world.findAccount(account)?.owner;
    return {
      path: describeCall(call),
      account,
      person: owner === undefined ? getPerson(call.params['access_token']) : findPerson({ key: owner })?.email,
    };
  }

  function getPerson(token: string | undefined): string | undefined {
    if (token === undefined) return undefined;
    try {
      return host.requireToken(token).person.email;
    } catch {
      return undefined;
    }
  }

  function answer(call: GraphCall): GraphAnswer {
    const ids =
      call.segments.length === 0 && call.params['ids'] !== undefined
        ? call.params['ids'].split(',').filter(Boolean)
        : [];
    const account = chargedAccount(call.segments[0] ?? ids[0], world)?.id;
    const target = getTarget(call, concernedAccount(call.segments[0] ?? ids[0], world)?.id);
    const metrics: string[] = [];
    const blocked = new Map<string, number>();
    const charged = (ids.length > 0 ? ids : [undefined]).map((id): LedgerItem => ({
      method: call.method,
      path: id === undefined ? target.path : `/${id}`,
      account: id === undefined ? account : chargedAccount(id, world)?.id,
      calls: 1,
      metrics,
      status: 200,
    }));
    const strike = (fault: FaultName) => faults.strike(fault, target);
    try {
      const error = strikeError(strike, call.segments[0] ?? ids[0] ?? '');
      if (error?.fault === 'account-limit' && account !== undefined)
        blocked.set(account, error.params.number('minutes', 42));
      if (error && !(error.fault === 'token' && call.segments[0] === 'debug_token')) throw error.failure;
      for (const item of charged) charge(item.account);
      const body = error ? toInvalidToken(error.failure) : content(call, target, metrics);
      const text = spoil(JSON.stringify(body), strike);
      return { status: 200, text, failure: undefined, charged, blocked };
    } catch (thrown) {
      if (!(thrown instanceof GraphError)) throw thrown;
      const isLocalised = call.params['locale'] !== 'en_US' && strike('localised') !== undefined;
      const failure = isLocalised ? thrown.translated(toPortuguese) : thrown;
      if (failure.code === 80002 && account !== undefined && !blocked.has(account)) blocked.set(account, 30);
      for (const item of charged) Object.assign(item, { status: failure.status, code: failure.code });
      return { status: failure.status, text: JSON.stringify(failure.body()), failure, charged, blocked };
    }
  }

  return { answer, requireCaller: host.requireCaller };
}

function toIds({ params }: GraphCall): string[] {
  const ids = (params['ids'] ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  if (ids.length === 0)
    throw new GraphError(
      'Unsupported get request. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api',
      { type: 'GraphMethodException', code: 100 },
    );
  if (ids.length > maxIds) throw badParameter(`Too many IDs. Maximum: ${maxIds}. Provided: ${ids.length}.`);
  return [...new Set(ids)];
}
