import dns from 'node:dns';
import { Agent, request, type Dispatcher } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { ForbiddenHostError, lookupBy, type Resolve } from './guarded-lookup.ts';
import { createOriginCheck, type OriginTrust } from './origins.ts';
import { pictureKind } from './picture-kind.ts';

const maxPictureBytes = 8 * 1024 * 1024;
const maxRedirects = 3;

/**
 * Reasons why a picture could not be fetched:
 * - forbidden: the URL, or one it redirects to, is not allowed
 * - refused: the server rejects it (403, 404 …): the URL has expired
 * - unusable: not a picture, or too large
 * - unreachable: no response in time, or a server error
 */
export type OutboundProblem = 'forbidden' | 'refused' | 'unusable' | 'unreachable';

export class OutboundError extends Error {
  problem: OutboundProblem;
  constructor(problem: OutboundProblem, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.problem = problem;
  }
}

export interface Outbound {
  /** Returns the bytes of a picture at an external URL. Throws OutboundError. */
  fetchPicture(address: string, signal?: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Fetches URLs that others chose. Only configured origins, or with `allowsPublic` all, are allowed, names must resolve to public addresses (unless
 * the origin itself is configured), and redirects follow the same rules. Requests never identify us: no cookies, no
 * credentials, no referrer.
 */
export function createOutbound({
  origins,
  allowsPublic = false,
  resolve = (host) => dns.promises.lookup(host, { all: true }),
  totalTimeout = 15_000,
}: {
  origins: readonly string[];
  /** Also allows https URLs on every other origin with a public address. */
  allowsPublic?: boolean;
  resolve?: Resolve;
  totalTimeout?: number;
}): Outbound {
  const originTrust = createOriginCheck(origins, { allowsPublic });
  const limits = { connections: 4, headersTimeout: 10_000, bodyTimeout: 10_000, keepAliveTimeout: 10_000 };
  const agents: Record<OriginTrust, Agent> = {
    exact: new Agent({ ...limits, connect: { timeout: 5_000, lookup: lookupBy(resolve, () => true) } }),
    wildcard: new Agent({ ...limits, connect: { timeout: 5_000, lookup: lookupBy(resolve, isPublicAddress) } }),
  };

  /** Returns the response after at most three redirects, each checked before it is followed. */
  async function follow(address: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let target = toUrl(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const trust = originTrust(target);
      if (!trust) throw new OutboundError('forbidden', `${target.origin} is not among the allowed origins`);
      const answer = await request(target, {
        dispatcher: agents[trust],
        headers: { accept: 'image/webp,image/jpeg,image/png' },
        signal,
      });
      const { location } = answer.headers;
      if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') return answer;
      await answer.body.dump();
      target = toUrl(location, target);
    }
    throw new OutboundError('refused', 'Too many redirects');
  }

  return {
    async fetchPicture(address, signal) {
      const deadline = AbortSignal.timeout(totalTimeout);
      try {
        const answer = await follow(address, signal ? AbortSignal.any([deadline, signal]) : deadline);
        if (answer.statusCode !== 200) {
          await answer.body.dump();
          const isTheirFault = answer.statusCode >= 500 || answer.statusCode === 429;
          throw new OutboundError(isTheirFault ? 'unreachable' : 'refused', `Returned ${answer.statusCode}`);
        }
        const bytes = await readBytes(answer.body);
        if (!pictureKind(bytes)) throw new OutboundError('unusable', 'The response is not a picture');
        return bytes;
      } catch (cause) {
        if (cause instanceof OutboundError || signal?.aborted) throw cause;
        if (cause instanceof ForbiddenHostError) throw new OutboundError('forbidden', cause.message, { cause });
        throw new OutboundError('unreachable', 'No response', { cause });
      }
    },
    async close() {
      await Promise.all([agents.exact.destroy(), agents.wildcard.destroy()]);
    },
  };
}

function toUrl(address: string, base?: URL): URL {
  try {
    return new URL(address, base);
  } catch (cause) {
    throw new OutboundError('forbidden', 'Not an http(s) URL', { cause });
  }
}

async function readBytes(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxPictureBytes) throw new OutboundError('unusable', 'The picture is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
