import {
  authorizeMeta,
  commonFailures,
  linkAccount,
  addAccount,
  activateAccount,
  loadUser,
  setSubscription,
  type Endpoint,
  type FailureBody,
  type RequestOf,
  type ResponseOf,
} from '@tidemark/contract';

export class Refused extends Error {
  status: number;
  code: string;
  body: FailureBody;
  constructor(status: number, body: FailureBody) {
    super(`${status} ${body.error.code}: ${body.message}`);
    this.status = status;
    this.code = body.error.code;
    this.body = body;
  }
}

export interface TestClient {
  token: string;
  /** Calls an endpoint; checks the answer against what the contract declares, refusals too. */
  call<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<ResponseOf<E>>;
  load(): Promise<ResponseOf<typeof loadUser>>;
  setPlan(userId: string, plan: string): Promise<void>;
  /** Goes the way of the popup: a code from the business login, exchanged by the server. */
  connectMeta(code: string): Promise<void>;
  /** Registers, links and activates, as the screen does. */
  link(accountId: string): Promise<void>;
}

export function createTestClient(appUrl: string, token: string): TestClient {
  async function call<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<ResponseOf<E>> {
    const { params, query, body } = partsOf(request);
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(query).toString();
    const answer = await fetch(`${appUrl}/api/v1${path}${search ? `?${search}` : ''}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const given: unknown = await answer.json();
    if (answer.status !== (endpoint.status ?? 200)) throw declaredRefusal(endpoint, answer.status, given);
    return declaredAnswer(endpoint, given);
  }

  return {
    token,
    call,
    load: () => call(loadUser, { body: {} }),
    async setPlan(userId, plan) {
      const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString();
      await call(setSubscription, {
        params: { userId },
        body: { plan, status: plan === 'free' ? 'free' : 'active', currentPeriodEnd: nextMonth, cancelAt: null },
      });
    },
    async connectMeta(code) {
      await call(authorizeMeta, { body: { code } });
    },
    async link(accountId) {
      const body = { accountId, type: 'instagram_account' as const, accountRefId: null };
      await call(addAccount, { body });
      await call(linkAccount, { body: { ...body, accountRefId: accountId } });
      await call(activateAccount, { body: { ...body, accountRefId: accountId } });
    },
  };
}

interface Parts {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** Safe because `RequestOf` allows no other parts. */
function partsOf(request: unknown): Parts {
  return { params: {}, query: {}, body: undefined, ...(request as Partial<Parts>) };
}

/** A refusal that the endpoint does not declare is a defect of ours, whatever the test expected. */
function declaredRefusal(endpoint: Endpoint, status: number, given: unknown): Error {
  const body = given as FailureBody; // the next line finds out
  const code = body.error?.code;
  const declared: readonly string[] = [...endpoint.failures, ...commonFailures];
  if (!declared.includes(code))
    return new Error(`${endpoint.method} ${endpoint.path} answered ${status} ${code}, which it does not declare`);
  return new Refused(status, body);
}

function declaredAnswer<E extends Endpoint>(endpoint: E, given: unknown): ResponseOf<E> {
  return endpoint.response.parse(given) as ResponseOf<E>;
}
