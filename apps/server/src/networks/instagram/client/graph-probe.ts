import { createHmac } from 'node:crypto';
import type { GraphOptions, Parameters } from './graph-http.ts';

export interface ProbeAnswer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: unknown;
}

/**
 * Returns raw Graph API responses, headers included, for diagnosis only: no retries, no rate limits, no parsing. A
 * connection failure is returned as status 0.
 */
export function createGraphProbe({
  baseUrl,
  host = 'facebook',
  version,
  appId,
  appSecret,
}: Pick<GraphOptions, 'baseUrl' | 'host' | 'version' | 'appId' | 'appSecret'>) {
  const appToken = `${appId}|${appSecret}`;
  const proof = (token: string) => createHmac('sha256', appSecret).update(token).digest('hex');

  async function send(address: string, init: RequestInit): Promise<ProbeAnswer> {
    try {
      const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(30_000) });
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: toJson(await answer.text()) };
    } catch (cause) {
      return {
        status: 0,
        headers: {},
        body: { error: { message: cause instanceof Error ? cause.message : 'no response' } },
      };
    }
  }

  return {
    host,
    /** The requested version, such as `v25.0`. */
    version,
    /** Authenticates as the app if `token` is null. */
    get(token: string | null, path: string, parameters: Parameters = {}): Promise<ProbeAnswer> {
      const query = new URLSearchParams({ locale: 'en_US' });
      for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
      if (token !== null && host === 'facebook') query.set('appsecret_proof', proof(token));
      return send(`${baseUrl}/${version}/${path}?${query.toString()}`, {
        headers: { authorization: `Bearer ${token ?? appToken}` },
      });
    },
    batch(token: string, paths: readonly string[]): Promise<ProbeAnswer> {
      const items = paths.map((path) => ({ method: 'GET', relative_url: `${version}/${path}` }));
      return send(`${baseUrl}/`, {
        method: 'POST',
        body: new URLSearchParams({
          batch: JSON.stringify(items),
          include_headers: 'true',
          access_token: token,
          appsecret_proof: proof(token),
        }),
      });
    },
  };
}

export type GraphProbe = ReturnType<typeof createGraphProbe>;

function toJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
