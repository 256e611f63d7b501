import type { ServerResponse } from 'node:http';
import { liveTiming, type LiveEvent, type LiveMessage } from '@tidemark/contract';

const maxStreamsPerUser = 10;
const maxBufferedBytes = 1024 * 1024;

interface StreamWatch {
  /** Called when a slow reader was dropped. */
  onDropped?: () => void;
  onPing?: (lateSeconds: number) => void;
}

interface Stream {
  userId: string;
  response: ServerResponse;
  end(last?: LiveEvent): void;
}

/**
 * Manages this process's open streams. Each event is serialized once for all recipients; slow readers are dropped and
 * reconnect. Streams end after 240 to 285 s, with jitter so that clients do not reconnect together.
 */
export function createLiveStreams({ onDropped, onPing }: StreamWatch = {}) {
  const byUser = new Map<string, Set<Stream>>();
  // Documents that a user follows; subscriptions apply to all the user's streams.
  const followed = new Map<string, Set<string>>();
  let draining = false;

  let pingDueAt = performance.now() + liveTiming.pingSeconds * 1000;
  const pings = setInterval(() => {
    onPing?.(Math.max(0, performance.now() - pingDueAt) / 1000);
    pingDueAt = performance.now() + liveTiming.pingSeconds * 1000;
    sendToEveryone({ type: 'ping', at: new Date().toISOString() });
  }, liveTiming.pingSeconds * 1000);
  pings.unref();

  function sendToEveryone(event: LiveEvent): void {
    const text = toText(event);
    for (const streams of byUser.values()) for (const stream of streams) write(stream, text);
  }

  function write({ response }: Stream, text: Buffer): void {
    // It stays listed until its reader has received the rest. Writing to it would end the process.
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength <= maxBufferedBytes) return void response.write(text);
    response.destroy();
    onDropped?.();
  }

  function open(userId: string, response: ServerResponse): void {
    // The client may have left while its token was checked.
    if (response.closed) return;
    const streams = byUser.get(userId) ?? new Set<Stream>();
    byUser.set(userId, streams);
    const lifetime = setTimeout(() => stream.end({ type: 'sse-expired' }), (240 + Math.random() * 45) * 1000); // jitter, not a secret
    const stream: Stream = {
      userId,
      response,
      end(last) {
        if (last) write(stream, toText(last));
        response.end();
      },
    };
    response.socket?.setTimeout(0);
    response.once('close', () => {
      clearTimeout(lifetime);
      streams.delete(stream);
      if (streams.size === 0 && byUser.get(userId) === streams) {
        byUser.delete(userId);
        followed.delete(userId);
      }
    });
    streams.add(stream);
    const [oldest] = streams;
    if (streams.size > maxStreamsPerUser) oldest?.end({ type: 'sse-expired' });
    // Events need no frame without chunked encoding, so that all streams share one copy.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    write(stream, toText({ type: 'ping', at: new Date().toISOString() }));
  }

  function sendToUser(userId: string, event: LiveEvent): void {
    if (event.type === 'user-accounts-update') {
      // The event that reports lost access also ends the subscription.
      const linked = new Set(event.accountRefs.map(({ accountId }) => `account:${accountId}`));
      for (const document of followed.get(userId) ?? [])
        if (!linked.has(document)) followed.get(userId)?.delete(document);
    }
    const text = toText(event);
    for (const stream of byUser.get(userId) ?? []) write(stream, text);
  }

  function deliverDocument({ docType, docId, event }: Extract<LiveMessage, { to: 'document' }>): void {
    const document = `${docType}:${docId}`;
    const text = toText(event);
    for (const [userId, documents] of followed) {
      if (documents.has(document)) for (const stream of byUser.get(userId) ?? []) write(stream, text);
    }
  }

  return {
    open,
    isDraining: () => draining,
    count: () => [...byUser.values()].reduce((sum, streams) => sum + streams.size, 0),
    /** Users with a stream, and the documents sent to them. */
    listRights: () => [...byUser.keys()].map((userId) => ({ userId, documents: [...(followed.get(userId) ?? [])] })),
    deliver(message: LiveMessage): void {
      if (message.to === 'user') return sendToUser(message.userId, message.event);
      if (message.to === 'everyone') return sendToEveryone(message.event);
      if (message.to === 'session-end') {
        for (const stream of byUser.get(message.userId) ?? []) stream.end({ type: 'sse-expired' });
        followed.delete(message.userId);
        return;
      }
      if (message.to === 'follow') {
        if (byUser.has(message.userId))
          followed.set(message.userId, (followed.get(message.userId) ?? new Set()).add(message.document));
        return;
      }
      if (message.to === 'unfollow') return void followed.get(message.userId)?.delete(message.document);
      if (message.to === 'document') deliverDocument(message);
    },
    /** Announces the shutdown and closes the streams gradually over the given time. */
    async drain(overSeconds: number): Promise<void> {
      draining = true;
      clearInterval(pings);
      const streams = [...byUser.values()].flatMap((set) => [...set]);
      const text = toText({ type: 'server_shutdown_soon' });
      for (const stream of streams) write(stream, text);
      await Promise.all(
        streams.map(
          (stream, index) =>
            new Promise<void>((done) => {
              setTimeout(
                () => {
                  stream.end();
                  done();
                },
                (index / Math.max(streams.length, 1)) * overSeconds * 1000,
              );
            }),
        ),
      );
    },
  };
}

export type LiveStreams = ReturnType<typeof createLiveStreams>;

function toText(event: LiveEvent): Buffer {
  return Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}
