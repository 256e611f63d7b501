import type { ServerResponse } from 'node:http';
import { liveTiming, type LiveEvent, type LiveMessage } from '@tidemark/contract';

const maxStreamsPerUser = 10;
const maxBufferedBytes = 1024 * 1024;
/** Pages that have yet to open their stream; closed ones never do. */
const maxPages = 1_000;

interface StreamWatch {
  /** Called when a slow reader was dropped. */
  onDropped?: () => void;
  onPing?: (lateSeconds: number) => void;
}

/** A person with streams, in their own workspace or in another's. */
export interface Recipient {
  /** The workspace whose events they get. */
  userId: string;
  personId: string;
  /** The accounts that a client sees; null for everybody else. */
  accountIds: readonly string[] | null;
}

interface Listener extends Recipient {
  streams: Set<Stream>;
  /** Documents that the person follows; a subscription applies to all their streams. */
  followed: Set<string>;
  /** True if they follow all linked accounts. */
  followsAll: boolean;
}

interface Stream {
  response: ServerResponse;
  /** True once it follows what it should: its first ping says so. */
  isComplete: boolean;
  end(last?: LiveEvent): void;
}

/**
 * Manages this process's open streams. Each event is serialized once for all recipients; slow readers are dropped and
 * reconnect. Streams end after 240 to 285 s, with jitter so that clients do not reconnect together.
 */
export function createLiveStreams({ onDropped, onPing }: StreamWatch = {}) {
  // Keys: workspace, then person.
  const listeners = new Map<string, Map<string, Listener>>();
  let draining = false;
  // The number of messages so far, and before the data of each page that has yet to open its stream, by its token.
  let delivered = 0;
  const pages = new Map<string, number>();

  let pingDueAt = performance.now() + liveTiming.pingSeconds * 1000;
  const pings = setInterval(() => {
    onPing?.(Math.max(0, performance.now() - pingDueAt) / 1000);
    pingDueAt = performance.now() + liveTiming.pingSeconds * 1000;
    const text = toPing();
    for (const { streams } of listAll()) for (const stream of streams) if (stream.isComplete) write(stream, text);
  }, liveTiming.pingSeconds * 1000);
  pings.unref();

  function sendToEveryone(event: LiveEvent): void {
    const text = toText(event);
    for (const listener of listAll()) writeTo(listener, text);
  }

  function* listAll(): Generator<Listener> {
    for (const people of listeners.values()) yield* people.values();
  }

  function writeTo({ streams }: Listener, text: Buffer): void {
    for (const stream of streams) write(stream, text);
  }

  function write({ response }: Stream, text: Buffer): void {
    // It stays listed until its reader has received the rest. Writing to it would end the process.
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength <= maxBufferedBytes) return void response.write(text);
    response.destroy();
    onDropped?.();
  }

  function register({ userId, personId, accountIds }: Recipient): Listener {
    const people = listeners.get(userId) ?? new Map<string, Listener>();
    listeners.set(userId, people);
    const known = people.get(personId);
    const listener = {
      userId,
      personId,
      accountIds,
      streams: known?.streams ?? new Set<Stream>(),
      followed: known?.followed ?? new Set<string>(),
      followsAll: known?.followsAll ?? false,
    };
    people.set(personId, listener);
    return listener;
  }

  function forget({ userId, personId, streams }: Listener): void {
    const people = listeners.get(userId);
    if (streams.size > 0 || people?.get(personId)?.streams !== streams) return;
    people.delete(personId);
    if (people.size === 0) listeners.delete(userId);
  }

  /** Opens a stream; with `listAccounts`, its person follows these accounts and those that they link later. */
  async function open(
    recipient: Recipient,
    response: ServerResponse,
    { token = '', listAccounts }: { token?: string; listAccounts?: (() => Promise<string[]>) | undefined } = {},
  ): Promise<void> {
    // The client may have left while its token was checked.
    if (response.closed) return;
    const listener = register(recipient);
    const { streams } = listener;
    const lifetime = setTimeout(() => stream.end({ type: 'sse-expired' }), (240 + Math.random() * 45) * 1000); // jitter, not a secret
    const stream: Stream = {
      response,
      isComplete: false,
      end(last) {
        if (last) write(stream, toText(last));
        response.end();
      },
    };
    response.socket?.setTimeout(0);
    response.once('close', () => {
      clearTimeout(lifetime);
      streams.delete(stream);
      forget(listener);
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
    if (listAccounts) {
      listener.followsAll = true;
      try {
        for (const accountId of await listAccounts()) listener.followed.add(`account:${accountId}`);
      } catch (error) {
        // The client connects again.
        response.destroy();
        throw error;
      }
    }
    stream.isComplete = true;
    const missedNothing = pages.get(token) === delivered;
    // The token may open another stream, which misses what the first was sent.
    pages.delete(token);
    write(stream, toPing({ missedNothing }));
  }

  function sendToUser(userId: string, event: LiveEvent): void {
    for (const listener of listeners.get(userId)?.values() ?? []) {
      const seen = toSeenBy(listener, event);
      if (!seen) continue;
      if (seen.type === 'user-accounts-update') {
        // The event that reports lost access also ends the subscription.
        const linked = new Set(seen.accountRefs.map(({ accountId }) => `account:${accountId}`));
        for (const document of listener.followed) if (!linked.has(document)) listener.followed.delete(document);
        if (listener.followsAll) for (const document of linked) listener.followed.add(document);
      }
      writeTo(listener, toText(seen));
    }
  }

  function endStreams({ userId, workspaceId }: Extract<LiveMessage, { to: 'session-end' }>): void {
    for (const listener of listAll()) {
      if (listener.personId !== userId || (workspaceId !== undefined && listener.userId !== workspaceId)) continue;
      for (const stream of listener.streams) stream.end({ type: 'sse-expired' });
      listener.followed.clear();
      listener.followsAll = false;
    }
  }

  function deliverDocument({ docType, docId, event }: Extract<LiveMessage, { to: 'document' }>): void {
    const document = `${docType}:${docId}`;
    const text = toText(event);
    for (const listener of listAll()) if (listener.followed.has(document)) writeTo(listener, text);
  }

  return {
    open,
    /** Call before a page's data are read, and the result with the token that comes with them. */
    beginPage() {
      const before = delivered;
      return (token: string): void => {
        pages.set(token, before);
        const [oldest = ''] = pages.keys();
        if (pages.size > maxPages) pages.delete(oldest);
      };
    },
    isDraining: () => draining,
    count: () => [...listAll()].reduce((sum, { streams }) => sum + streams.size, 0),
    /** Lists the people with a stream, and the documents sent to them. */
    listRights: () =>
      [...listAll()].map(({ userId, personId, accountIds, followed }) => ({
        userId,
        personId,
        accountIds,
        documents: [...followed],
      })),
    deliver(message: LiveMessage): void {
      delivered += 1;
      if (message.to === 'user') return sendToUser(message.userId, message.event);
      if (message.to === 'everyone') return sendToEveryone(message.event);
      if (message.to === 'session-end') return endStreams(message);
      if (message.to === 'document') return deliverDocument(message);
      const { userId, personId = userId, document } = message;
      const followed = listeners.get(userId)?.get(personId)?.followed;
      if (message.to === 'follow') followed?.add(document);
      else followed?.delete(document);
    },
    /** Announces the shutdown and closes the streams gradually over the given time. */
    async drain(overSeconds: number): Promise<void> {
      draining = true;
      clearInterval(pings);
      const streams = [...listAll()].flatMap((listener) => [...listener.streams]);
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

/** Returns what somebody may see of a workspace's event: members nothing about its person, clients their accounts. */
function toSeenBy({ userId, personId, accountIds }: Recipient, event: LiveEvent): LiveEvent | null {
  if (personId === userId) return event;
  if (event.type === 'user-update' || event.type === 'connection-update') return null;
  if (!accountIds) return event;
  if (event.type === 'alerts-update') return null;
  if (event.type !== 'user-accounts-update') return event;
  return { ...event, accountRefs: event.accountRefs.filter(({ accountId }) => accountIds.includes(accountId)) };
}

const toPing = ({ missedNothing = false } = {}) =>
  toText({ type: 'ping', at: new Date().toISOString(), ...(missedNothing && { missedNothing }) });

function toText(event: LiveEvent): Buffer {
  return Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}
