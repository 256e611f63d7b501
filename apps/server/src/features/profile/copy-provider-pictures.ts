import type { Database } from '../../database/database.ts';
import { lockUser } from '../../database/lock-user.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { toAddress } from '../../platform/files/public-files.ts';
import type { Log } from '../../platform/log/log.ts';
import { createOutbound, OutboundError, type Outbound } from '../../platform/outbound/outbound.ts';
import { defineWork } from '../../platform/work/work.ts';
import { maxPictureAttempts, type PicturedUser, providerPictures, replaceProviderPicture } from '../auth/index.ts';
import { createPictureName, toProfilePicture } from './profile-picture.ts';
import { giveUpUpload, insertUpload } from './queries.ts';

interface PictureServices {
  db: Database;
  files: FileStore;
  clock: Clock;
  log: Log;
  config: { thumbnailsPerSecond: number; oidc: { issuer: string } };
  /** Notifies a user's open pages. */
  publishUser(userId: string): Promise<void>;
}

/** Copies pictures from identity providers, so that pages request nothing from them. */
export const pictureWork = defineWork({
  name: 'user-pictures',
  label: 'Copy the pictures of users',
  remedy: 'The log names the user. After five attempts a user has no picture, and can upload one.',
  everySeconds: 2,
  rows: providerPictures,
  toLogFields: ({ user_id: userId }) => ({ userId }),
  prepare({ config, ...services }: PictureServices, { signal }) {
    if (config.thumbnailsPerSecond <= 0) return null;
    // A provider may name pictures on any host, and users choose some of them.
    const outbound = createOutbound({ origins: [new URL(config.oidc.issuer).origin], allowsPublic: true });
    signal.addEventListener('abort', () => void outbound.close());
    return (user, stopping) => copy({ ...services, outbound }, user, stopping);
  },
});

type Deps = Omit<PictureServices, 'config'> & { outbound: Outbound };

async function copy(deps: Deps, user: PicturedUser, signal: AbortSignal): Promise<void> {
  const { db, outbound, clock, log, publishUser } = deps;
  const { user_id: userId, picture, picture_attempts: attempts } = user;
  if (picture === null) return;
  try {
    const bytes = await toProfilePicture(await outbound.fetchPicture(picture, signal));
    if (await store(deps, user, bytes)) await publishUser(userId);
  } catch (error) {
    // The only other refusal is for a picture that cannot be decoded.
    if (signal.aborted || !(error instanceof OutboundError || error instanceof ApiError)) throw error;
    const problem = error instanceof OutboundError ? error.problem : 'unusable';
    log.info({ userId, problem, attempts }, 'Could not copy the picture of a user');
    if (problem !== 'unreachable' || attempts >= maxPictureAttempts) await replaceProviderPicture(db, user, null);
    else await providerPictures.fail?.(db, user, { now: clock(), failure: problem });
  }
}

/** Stores the row first: whatever fails afterwards, the file is known and will be deleted. */
async function store({ db, files, clock }: Deps, user: PicturedUser, bytes: Buffer): Promise<boolean> {
  const file = createPictureName();
  const uploadId = await db
    .transaction()
    .execute(async (transaction) =>
      (await lockUser(transaction, user.user_id))
        ? insertUpload(transaction, { userId: user.user_id, file, now: clock(), isCopy: true })
        : null,
    );
  if (uploadId === null) return false;
  try {
    await files.put(file, bytes);
    if (await replaceProviderPicture(db, user, toAddress(file))) return true;
    await files.remove(file);
    await giveUpUpload(db, uploadId);
    return false;
  } catch (error) {
    await giveUpUpload(db, uploadId);
    throw error;
  }
}
