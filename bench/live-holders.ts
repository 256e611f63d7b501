import http, { type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { connectDatabase, type DatabaseAddress } from '../apps/server/src/database/database.ts';
import { migrate } from '../apps/server/src/database/migrate.ts';
import { createLiveTokens } from '../apps/server/src/features/live/index.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';

export interface StreamClient {
  userId: string;
  token: string;
}

/** Creates users, each with a token for a live stream. */
export async function createStreamClients(address: DatabaseAddress, people: number): Promise<StreamClient[]> {
  const db = connectDatabase(address);
  await migrate(db);
  const { rows } = await sql<{ user_id: string }>`
    insert into app_user (issuer, subject, name, email)
    select 'bench', number::text, 'Bench', number || '@bench.test' from generate_series(1, ${people}::int) as number
    returning user_id`.execute(db);
  const tokens = createLiveTokens({ db, clock: systemClock });
  const streamClients: StreamClient[] = [];
  for (let at = 0; at < rows.length; at += 200)
    streamClients.push(
      ...(await Promise.all(
        rows
          .slice(at, at + 200)
          .map(async ({ user_id: userId }) => ({ userId, token: await tokens.issue({ userId }) })),
      )),
    );
  await db.destroy();
  return streamClients;
}

export async function openStream(url: string, onText: (text: string) => void): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((done, failed) => {
    http.get(url, { agent: false }, done).once('error', failed);
  });
  if (response.statusCode !== 200) throw new Error(`A stream answered ${response.statusCode}`);
  response.on('error', () => undefined);
  response.on('data', (part: Buffer) => onText(part.toString()));
  return response;
}
