import dns, { type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, request, type Dispatcher } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { createOriginCheck, type OriginTrust } from './origins.ts';
import { pictureKind } from './picture-kind.ts';

const largestPicture = 8 * 1024 * 1024;
const mostRedirects = 3;

/**
 * Why a picture could not be had:
 * - forbidden: the address, or one it leads to, is none that may be asked
 * - refused: the other side says no (403, 404 …): the address is used up
 * - unusable: what came is no picture, or too large
 * - unreachable: no answer in time, or a fault of the other side
 */
export type OutboundProblem = 'forbidden' | 'refused' | 'unusable' | 'unreachable';

export class OutboundFailure extends Error {
  problem: OutboundProblem;
  constructor(problem: OutboundProblem, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.problem = problem;
  }
}

export interface Outbound {
  /** The bytes of a picture whose address came from outside. Throws OutboundFailure. */
  fetchPicture(address: string, signal?: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}

type Resolve = (host: string) => Promise<LookupAddress[]>;

/**
 * Fetches from addresses that others chose. Only configured origins are asked, names may lead only to addresses of the
 * open internet (unless the origin itself stands in the configuration), and redirects are held against the same rules.
 * Nothing that identifies us goes out: no cookies, no sign-in, no referrer.
 */
export function createOutbound({
  origins,
  resolve = (host) => dns.promises.lookup(host, { all: true }),
  totalTimeout = 15_000,
}: {
  origins: readonly string[];
  resolve?: Resolve;
  totalTimeout?: number;
}): Outbound {
  const trustOf = createOriginCheck(origins);
  const limits = { connections: 4, headersTimeout: 10_000, bodyTimeout: 10_000, keepAliveTimeout: 10_000 };
  const agents: Record<OriginTrust, Agent> = {
    exact: new Agent({ ...limits, connect: { timeout: 5_000, lookup: lookupBy(resolve, () => true) } }),
    wildcard: new Agent({ ...limits, connect: { timeout: 5_000, lookup: lookupBy(resolve, isPublicAddress) } }),
  };

  /** The answer at the end of at most three redirects, each of which must be allowed itself. */
  async function follow(address: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let target = toUrl(address);
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const trust = trustOf(target);
      if (!trust) throw new OutboundFailure('forbidden', `${target.origin} is not among the allowed origins`);
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
    throw new OutboundFailure('refused', 'Too many redirects');
  }

  return {
    async fetchPicture(address, signal) {
      const deadline = AbortSignal.timeout(totalTimeout);
      try {
        const answer = await follow(address, signal ? AbortSignal.any([deadline, signal]) : deadline);
        if (answer.statusCode !== 200) {
          await answer.body.dump();
          const isTheirFault = answer.statusCode >= 500 || answer.statusCode === 429;
          throw new OutboundFailure(isTheirFault ? 'unreachable' : 'refused', `Answered ${answer.statusCode}`);
        }
        const bytes = await readBytes(answer.body);
        if (!pictureKind(bytes)) throw new OutboundFailure('unusable', 'What came is no picture');
        return bytes;
      } catch (cause) {
        if (cause instanceof OutboundFailure || signal?.aborted) throw cause;
        if (cause instanceof ForbiddenHost) throw new OutboundFailure('forbidden', cause.message, { cause });
        throw new OutboundFailure('unreachable', 'No answer', { cause });
      }
    },
    async close() {
      await Promise.all([agents.exact.destroy(), agents.wildcard.destroy()]);
    },
  };
}

class ForbiddenHost extends Error {}

/**
 * A lookup for the connection itself: what is checked here is what is connected to, so that a name cannot lead
 * elsewhere the second time it is asked.
 */
function lookupBy(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (!first) return done(new Error(`${host} has no address`), '', 0);
        if (!found.every(({ address }) => isAllowed(address)))
          return done(new ForbiddenHost(`${host} leads to an address inside`), '', 0);
        if (options.all) return done(null, found);
        return done(null, first.address, first.family);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };
}

function toUrl(address: string, base?: URL): URL {
  try {
    return new URL(address, base);
  } catch (cause) {
    throw new OutboundFailure('forbidden', 'Not a web address', { cause });
  }
}

async function readBytes(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largestPicture) throw new OutboundFailure('unusable', 'The picture is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
