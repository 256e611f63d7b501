import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface Person {
  did: string;
  handle: string;
  token: string;
}

interface Reference {
  uri: string;
  cid: string;
}

export const toPassword = (handle: string) => `${handle}-secret`;

/** Starts Bluesky's own directory, PDS and AppView, and writes to them as people's apps do. */
export async function startNetwork() {
  const folder = path.join(import.meta.dirname, 'bluesky-network');
  const postgres = new URL(process.env['BLUESKY_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres');
  const name = `bluesky_${randomBytes(6).toString('hex')}`;
  await execute(postgres, `create database ${name}`);
  const own = new URL(postgres);
  own.pathname = name;
  const server = spawn(process.execPath, ['start.mjs'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DB_POSTGRES_URL: own.href,
      REDIS_HOST: process.env['BLUESKY_REDIS'] ?? '127.0.0.1:6379',
      LOG_ENABLED: 'false',
    },
  });
  const errors: string[] = [];
  server.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString('utf8')));
  const addresses = await readAddresses(server.stdout, errors);

  async function call(person: Person | null, method: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${addresses.pds}/xrpc/${method}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(person && { authorization: `Bearer ${person.token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
    return response.headers.get('content-length') === '0' ? null : response.json().catch(() => null);
  }

  const control = async (action: string, body = '') => {
    const response = await fetch(`${addresses.control}/${action}`, { method: 'POST', body });
    if (!response.ok) throw new Error(`${action}: ${await response.text()}`);
  };

  return {
    appView: addresses.appView,
    directory: addresses.directory,
    pds: addresses.pds,
    async join(name: string): Promise<Person> {
      const handle = `${name}.test`;
      const body = { email: `${name}@example.com`, handle, password: toPassword(handle) };
      const made = (await call(null, 'com.atproto.server.createAccount', body)) as { did: string; accessJwt: string };
      return { did: made.did, handle, token: made.accessJwt };
    },
    async write(person: Person, collection: string, record: Record<string, unknown>): Promise<Reference> {
      const body = { repo: person.did, collection, record: { $type: collection, ...record } };
      return (await call(person, 'com.atproto.repo.createRecord', body)) as Reference;
    },
    async remove(person: Person, uri: string): Promise<void> {
      const [, , , collection, rkey] = uri.split('/');
      await call(person, 'com.atproto.repo.deleteRecord', { repo: person.did, collection, rkey });
    },
    rename: (person: Person, handle: string) => call(person, 'com.atproto.identity.updateHandle', { handle }),
    /** Waits until the AppView knows everything. */
    settle: () => control('settle'),
    /** Suspends an account; returns how to restore it. */
    async takeDown(did: string) {
      await control('takedown', did);
      return () => control('untakedown', did);
    },
    async stop(): Promise<void> {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      await execute(postgres, `drop database ${name} with (force)`);
    },
  };
}

export type Network = Awaited<ReturnType<typeof startNetwork>>;

async function execute(address: URL, statement: string): Promise<void> {
  const client = new pg.Client(address.href);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function readAddresses(output: NodeJS.ReadableStream, errors: string[]) {
  for await (const line of createInterface({ input: output }))
    if (line.startsWith('addresses '))
      return JSON.parse(line.slice('addresses '.length)) as {
        directory: string;
        pds: string;
        appView: string;
        control: string;
      };
  throw new Error(`Bluesky’s servers did not start: ${errors.join('')}`);
}
