import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database, DatabaseAddress } from '../../database/database.ts';
import { createLocalEventBus, type EventBus } from './event-bus.ts';

const channel = 'tidemark_events';
// A notification is limited to 8,000 bytes: PostgreSQL manual, NOTIFY.
const partLength = 7_000;
const maxUnfinished = 100;
const againAfter = 2_000;

/** Events between processes through the database, used while Redis is unavailable. Long events are split into parts. */
export function createPostgresEventBus<Event>(
  {
    db,
    address,
  }: {
    db: Database;
    /** Address to listen on; null where notifications would be lost, so that events are only sent. */
    address: DatabaseAddress | null;
  },
  onProblem: (error: unknown) => void,
): EventBus<Event> {
  const local = createLocalEventBus<Event>();
  const unfinished = new Map<string, string[]>();
  let listener: pg.Client | null = null;
  let again: NodeJS.Timeout | undefined;
  let closed = false;

  function take(payload: string): void {
    const [id = '', number = '', of = '', part = ''] = payload.split(' ');
    const parts = [...(unfinished.get(id) ?? []), part];
    unfinished.delete(id);
    // Parts arrive in order; without its beginning an event can never be complete.
    if (parts.length !== Number(number)) return;
    if (parts.length === Number(of)) return void local.publish(parseEvent<Event>(parts.join('')));
    unfinished.set(id, parts);
    const [oldest = ''] = unfinished.keys();
    if (unfinished.size > maxUnfinished) unfinished.delete(oldest);
  }

  async function listen(): Promise<void> {
    const client = new pg.Client({
      ...address,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'tidemark-events',
    });
    listener = client;
    client.on('error', onProblem);
    client.on('notification', ({ payload }) => take(payload ?? ''));
    client.once('end', () => {
      if (!closed) again = setTimeout(() => void listen(), againAfter);
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      onProblem(error);
      await client.end().catch(() => undefined);
    }
  }
  if (address) void listen();

  return {
    async publish(event) {
      const text = Buffer.from(JSON.stringify(event)).toString('base64');
      const parts = text.match(new RegExp(`.{1,${partLength}}`, 'g')) ?? [];
      const id = randomUUID();
      const payloads = parts.map((part, index) => `${id} ${index + 1} ${parts.length} ${part}`);
      await sql`select pg_notify(${channel}, payload)
        from (select payload from unnest(${payloads}::text[]) with ordinality as given (payload, n) order by n) as parts`.execute(
        db,
      );
    },
    subscribe: (one) => local.subscribe(one),
    async close() {
      closed = true;
      clearTimeout(again);
      await listener?.end().catch(() => undefined);
      await local.close();
    },
  };
}

/** Safe because only our own processes can notify in our database. */
function parseEvent<Event>(text: string): Event {
  return JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Event;
}
