/** One Graph API call, alone or as a batch item. */
export interface GraphCall {
  method: string;
  /** Path segments without the version. */
  segments: string[];
  version: string | undefined;
  params: Record<string, string>;
}

const secrets = new Set([
  'access_token',
  'appsecret_proof',
  'client_secret',
  'code',
  'fb_exchange_token',
  'input_token',
  'batch',
]);

export function readCall(method: string, address: string, body: Record<string, string>, bearer?: string): GraphCall {
  const [path, query] = splitOnce(address, '?');
  const segments = path.split('/').filter(Boolean);
  const version = /^v\d+\.\d+$/.test(segments[0] ?? '') ? segments.shift() : undefined;
  const params: Record<string, string> = { ...(bearer !== undefined && { access_token: bearer }), ...body };
  if (query !== '') for (const [name, value] of new URLSearchParams(query)) params[name] = value;
  const override = params['method']?.toUpperCase();
  return { method: method === 'POST' && override === 'DELETE' ? 'DELETE' : method, segments, version, params };
}

function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** Returns the call's URL for the ledger and for faults, without secrets. */
export function describeCall({ segments, version, params }: GraphCall): string {
  const shown = Object.entries(params).filter(([name]) => !secrets.has(name));
  const query = shown.map(([name, value]) => `${name}=${value}`).join('&');
  const path = `/${[version, ...segments].filter((part) => part !== undefined).join('/')}`;
  return query === '' ? path : `${path}?${query}`;
}
