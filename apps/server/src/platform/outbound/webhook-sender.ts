import dns from 'node:dns';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { ForbiddenHostError, lookupBy, type Resolve } from './guarded-lookup.ts';
import { OutboundError } from './outbound.ts';

const maxReplyBytes = 64 * 1024;

export interface WebhookSender {
  /** Throws OutboundError if nothing may be sent to the URL, as far as can be told without resolving its name. */
  requireAllowed(address: string): URL;
  /** Returns the reply's status. Throws OutboundError if the URL is not allowed, or the host does not answer. */
  send(address: string, message: { body: string; headers: Record<string, string> }): Promise<number>;
  close(): Promise<void>;
}

/**
 * Posts to URLs that users chose: https to public addresses, checked when the connection is made, and no redirects.
 * `allowsPrivate` adds http and private addresses.
 */
export function createWebhookSender({
  allowsPrivate,
  resolve = (host) => dns.promises.lookup(host, { all: true }),
  totalTimeout = 15_000,
}: {
  allowsPrivate: boolean;
  resolve?: Resolve;
  totalTimeout?: number;
}): WebhookSender {
  const isAllowed = (address: string) => allowsPrivate || isPublicAddress(address);
  const agent = new Agent({
    connections: 2,
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    connect: { timeout: 5_000, lookup: lookupBy(resolve, isAllowed) },
  });

  function requireAllowed(address: string): URL {
    if (!URL.canParse(address)) throw new OutboundError('forbidden', 'Not a URL');
    const url = new URL(address);
    if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:'))
      throw new OutboundError('forbidden', 'Not an https URL');
    if (url.username || url.password) throw new OutboundError('forbidden', 'The URL has credentials');
    // Addresses are connected to without a lookup.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !isAllowed(host)) throw new OutboundError('forbidden', 'The address is private');
    return url;
  }

  return {
    requireAllowed,
    async send(address, { body, headers }) {
      const url = requireAllowed(address);
      try {
        const answer = await request(url, {
          method: 'POST',
          dispatcher: agent,
          headers: { 'content-type': 'application/json', ...headers },
          body,
          signal: AbortSignal.timeout(totalTimeout),
        });
        await answer.body.dump({ limit: maxReplyBytes });
        return answer.statusCode;
      } catch (cause) {
        if (cause instanceof ForbiddenHostError)
          throw new OutboundError('forbidden', 'The name resolves to a private address', { cause });
        throw new OutboundError('unreachable', 'No response', { cause });
      }
    },
    close: () => agent.destroy(),
  };
}
