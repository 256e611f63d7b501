import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';

export interface Wire {
  requests: number;
  /** Requests that the cache did not serve. */
  overTheWire: number;
  bytes: number;
  /** The part of these bytes from the measured origin. */
  ownBytes: number;
}

const quietFor = 500;

/**
 * Counts the requests of a page, including frames. The live stream never ends, so quiet means that nothing starts or
 * ends.
 */
export function watchWire(session: CDPSession, origin: string) {
  let requests = 0;
  let bytes = 0;
  let ownBytes = 0;
  const own = new Set<string>();
  // A set, because one request may be reported twice: as found in memory and as once read from disk.
  const cached = new Set<string>();
  let lastAt = performance.now();
  const touch = () => (lastAt = performance.now());
  const onRequest = ({ requestId, request }: { requestId: string; request: { url: string } }) => {
    if (!request.url.startsWith('http')) return;
    requests += 1;
    if (request.url.startsWith(origin)) own.add(requestId);
    touch();
  };
  const onResponse = ({
    requestId,
    response,
  }: {
    requestId: string;
    response: { fromDiskCache?: boolean; url: string };
  }) => {
    if (response.fromDiskCache && response.url.startsWith('http')) cached.add(requestId);
    touch();
  };
  const onMemory = ({ requestId }: { requestId: string }) => {
    cached.add(requestId);
  };
  const onEnd = ({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }) => {
    bytes += encodedDataLength;
    if (own.has(requestId)) ownBytes += encodedDataLength;
    touch();
  };
  session.on('Network.requestWillBeSent', onRequest);
  session.on('Network.responseReceived', onResponse);
  session.on('Network.requestServedFromCache', onMemory);
  session.on('Network.loadingFinished', onEnd);
  session.on('Network.loadingFailed', touch);

  return {
    /** Resolves with the time of the last activity. */
    async untilQuiet(): Promise<number> {
      while (performance.now() - lastAt < quietFor) await sleep(20);
      return lastAt;
    },
    seen: (): Wire => ({ requests, overTheWire: requests - cached.size, bytes, ownBytes }),
    stop(): void {
      session.off('Network.requestWillBeSent', onRequest);
      session.off('Network.responseReceived', onResponse);
      session.off('Network.requestServedFromCache', onMemory);
      session.off('Network.loadingFinished', onEnd);
      session.off('Network.loadingFailed', touch);
    },
  };
}
