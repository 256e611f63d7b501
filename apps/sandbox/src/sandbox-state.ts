import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { IssueBook } from './github/issue-book.ts';
import { Books, emptyBooks } from './payment-provider/books.ts';
import { anchorFor } from './world/world.ts';

const Jwk = z.record(z.string(), z.string());

/** Only professional accounts can be read; `restricted` ones are professional, but have an age limit. */
export const InstagramType = z.enum(['business', 'creator', 'personal', 'restricted']);
export type InstagramType = z.infer<typeof InstagramType>;

export const BlueskyStatus = z.enum(['active', 'deactivated', 'suspended']);
export type BlueskyStatus = z.infer<typeof BlueskyStatus>;

const State = z.object({
  anchor: z.string(),
  clockOffset: z.number(),
  cookieKey: z.string(),
  signingKeys: z.array(Jwk),
  metaLogins: z.record(
    z.string(),
    z.object({ invalidUntil: z.number(), subcode: z.number().nullable(), declined: z.array(z.string()) }),
  ),
  /** Ended logins at Instagram, by account. */
  instagramLogins: z
    .record(z.string(), z.object({ invalidUntil: z.number(), subcode: z.number(), declined: z.array(z.string()) }))
    .default({}),
  /** Accounts that were converted since the world began, by account. */
  instagramTypes: z.record(z.string(), InstagramType).default({}),
  /** Accounts at Bluesky that have changed since the world began, by DID. */
  bluesky: z
    .record(
      z.string(),
      z.object({
        handle: z.string().optional(),
        status: BlueskyStatus.optional(),
        hasMoved: z.boolean().optional(),
        /** Record keys of deleted posts. */
        deleted: z.array(z.string()),
      }),
    )
    .default({}),
  /** Subscribed fields by page. */
  pageSubscriptions: z.record(z.string(), z.array(z.string())).default({}),
  payments: Books.default(emptyBooks),
  github: IssueBook.optional(),
});
type SandboxState = z.infer<typeof State>;

export interface StateStore {
  state: SandboxState;
  save: () => void;
}

/** Opens state that survives a restart; without a file it is stored in memory. */
export function openState(file: string | undefined, now: Date, anchor = anchorFor(now)): StateStore {
  const state = (file && readState(file)) || freshState(anchor);

  function save() {
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}.new`;
    writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  }

  return { state, save };
}

function readState(file: string): SandboxState | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return State.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`The sandbox cannot read its state in ${file}; delete the file to start afresh.`, { cause });
  }
}

function freshState(anchor: string): SandboxState {
  return {
    anchor,
    clockOffset: 0,
    cookieKey: randomBytes(24).toString('base64url'),
    signingKeys: [],
    metaLogins: {},
    instagramLogins: {},
    instagramTypes: {},
    bluesky: {},
    pageSubscriptions: {},
    payments: emptyBooks(),
  };
}
