import {
  createShare,
  type EndpointRequest,
  type EndpointResponse,
  type FailureBody,
  openShare,
  type ReportChoice,
  type ShareLink,
} from '@tidemark/contract';
import type { TestClient } from './test-client.ts';

/** Returns a share link's default choice in tests: last week's metrics. */
export const toChoice = (accountIds: string[], changes: Partial<ReportChoice> = {}): ReportChoice => ({
  title: 'Autumn campaign',
  accountIds,
  range: { kind: 'last-days', days: 7 },
  comparison: 'previous-period',
  timeZone: 'Europe/Berlin',
  sections: [{ kind: 'metrics', comment: 'A good week' }],
  ...changes,
});

type Options = Partial<EndpointRequest<typeof createShare>['body']>;

export function share(client: TestClient, choice: ReportChoice, options: Options = {}): Promise<ShareLink> {
  return client.call(createShare, {
    body: { choice, isFrozen: false, expiresInDays: 30, passcode: null, mayBeEmbedded: false, ...options },
  });
}

export const toToken = ({ url }: ShareLink): string => url?.split('/share/')[1] ?? '';

/** Opens a link as a stranger does: without any user's token. */
export async function openAsStranger(
  app: { url: string },
  token: string,
  passcode: string | null = null,
): Promise<{ status: number; headers: Headers; body: EndpointResponse<typeof openShare> & Partial<FailureBody> }> {
  const answer = await fetch(`${app.url}/api/v1${openShare.path}`, {
    method: openShare.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, passcode }),
  });
  const body = (await answer.json()) as EndpointResponse<typeof openShare> & Partial<FailureBody>; // parts are asserted
  return { status: answer.status, headers: answer.headers, body };
}

/** Returns a rejected opening's code; null if it was accepted. */
export const codeOf = ({ body }: { body: Partial<FailureBody> }) => body.error?.code ?? null;
