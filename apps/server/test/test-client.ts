import {
  authorizeMeta,
  commonFailures,
  linkAccount,
  addAccount,
  activateAccount,
  loadUser,
  setSubscription,
  toEndpointPath,
  toRequestParts,
  workspaceHeader,
  type Endpoint,
  type FailureBody,
  type EndpointRequest,
  type EndpointResponse,
} from '@tidemark/contract';

export class ResponseError extends Error {
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
  /** Returns the same person's client for calls in a workspace. */
  inWorkspace(workspaceId: string): TestClient;
  /** Returns a client that sends another token. */
  withToken(other: string): TestClient;
  /** Calls an endpoint; validates the response, including errors, against the contract. */
  call<E extends Endpoint>(endpoint: E, request: EndpointRequest<E>): Promise<EndpointResponse<E>>;
  load(): Promise<EndpointResponse<typeof loadUser>>;
  setPlan(userId: string, plan: string): Promise<void>;
  /** Completes the popup's login: the server exchanges a business login code. */
  connectMeta(code: string): Promise<void>;
  /** Registers, links and activates, as the UI does. */
  link(accountId: string): Promise<void>;
}

export function createTestClient(appUrl: string, token: string, headers: Record<string, string> = {}): TestClient {
  async function call<E extends Endpoint>(endpoint: E, request: EndpointRequest<E>): Promise<EndpointResponse<E>> {
    const { body, ...parts } = toRequestParts(request);
    const answer = await fetch(`${appUrl}/api/v1${toEndpointPath(endpoint.path, parts)}`, {
      method: endpoint.method,
      headers: {
        ...headers,
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
    withToken: (other) => createTestClient(appUrl, other, headers),
    inWorkspace: (workspaceId) => createTestClient(appUrl, token, { [workspaceHeader]: workspaceId }),
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

/** An undeclared error is a bug, whatever the test expected. */
function declaredRefusal(endpoint: Endpoint, status: number, given: unknown): Error {
  const body = given as FailureBody; // validated by the next line
  const code = body.error?.code;
  const declared: readonly string[] = [...endpoint.failures, ...commonFailures];
  if (!declared.includes(code))
    return new Error(`${endpoint.method} ${endpoint.path} answered ${status} ${code}, which it does not declare`);
  return new ResponseError(status, body);
}

function declaredAnswer<E extends Endpoint>(endpoint: E, given: unknown): EndpointResponse<E> {
  return endpoint.response.parse(given) as EndpointResponse<E>;
}
