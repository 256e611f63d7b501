import type { Database } from '../../database/database.ts';
import { lockUser } from '../../database/lock-user.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { toAddress } from '../../platform/files/public-files.ts';
import type { Log } from '../../platform/log/log.ts';
import { OutboundError, type Outbound } from '../../platform/outbound/outbound.ts';
import { startPoller } from '../../platform/poller.ts';
import {
  claimProviderPicture,
  maxPictureAttempts,
  replaceProviderPicture,
  type ProviderPicture,
} from '../auth/index.ts';
import { createPictureName, toProfilePicture } from './profile-picture.ts';
import { giveUpUpload, insertUpload } from './queries.ts';

export interface PictureCopyDeps {
  db: Database;
  files: FileStore;
  outbound: Outbound;
  clock: Clock;
  log: Log;
  /** Notifies a user's open pages. */
  publishUser(userId: string): Promise<void>;
}

const pollInterval = 2_000;
const failureMessage = 'Could not copy the pictures of users';

/**
 * Copies pictures from identity providers, so that pages request nothing from them. Returns a function that stops it.
 */
export function startPictureCopies(deps: PictureCopyDeps): () => Promise<void> {
  async function poll(signal: AbortSignal): Promise<void> {
    for (;;) {
      const picture = signal.aborted ? null : await claimProviderPicture(deps.db, deps.clock());
      if (!picture) return;
      await copy(deps, picture, signal);
    }
  }
  return startPoller(poll, { intervalMillis: pollInterval, log: deps.log, failureMessage }).stop;
}

async function copy(deps: PictureCopyDeps, picture: ProviderPicture, signal: AbortSignal): Promise<void> {
  const { db, outbound, log, publishUser } = deps;
  const { userId, address, attempts } = picture;
  try {
    const bytes = await toProfilePicture(await outbound.fetchPicture(address, signal));
    if (await store(deps, picture, bytes)) await publishUser(userId);
  } catch (error) {
    if (signal.aborted) return;
    // The only other refusal is for a picture that cannot be decoded.
    if (!(error instanceof OutboundError || error instanceof ApiError)) throw error;
    const problem = error instanceof OutboundError ? error.problem : 'unusable';
    log.info({ userId, problem, attempts }, 'Could not copy the picture of a user');
    if (problem !== 'unreachable' || attempts >= maxPictureAttempts) await replaceProviderPicture(db, picture, null);
  }
}

/** Stores the row first: whatever fails afterwards, the file is known and will be deleted. */
async function store({ db, files, clock }: PictureCopyDeps, picture: ProviderPicture, bytes: Buffer): Promise<boolean> {
  const file = createPictureName();
  const uploadId = await db
    .transaction()
    .execute(async (transaction) =>
      (await lockUser(transaction, picture.userId))
        ? insertUpload(transaction, { userId: picture.userId, file, now: clock(), isCopy: true })
        : null,
    );
  if (uploadId === null) return false;
  try {
    await files.put(file, bytes);
    if (await replaceProviderPicture(db, picture, toAddress(file))) return true;
    await files.remove(file);
    await giveUpUpload(db, uploadId);
    return false;
  } catch (error) {
    await giveUpUpload(db, uploadId);
    throw error;
  }
}
