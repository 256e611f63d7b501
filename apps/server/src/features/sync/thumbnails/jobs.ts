import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveMessage } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { StorageFullError, type FileStore } from '../../../platform/files/file-store.ts';
import type { Log } from '../../../platform/log/log.ts';
import { createOutbound, OutboundError, type Outbound } from '../../../platform/outbound/outbound.ts';
import { defineWork } from '../../../platform/work/work.ts';
import { announceReferences, findAvatarState, listLinkedUserIds, setAvatar } from '../../accounts/index.ts';
import { fetchThumbnail } from './fetch-thumbnail.ts';
import {
  releaseAccount,
  listWithoutCopy,
  recordCopy,
  recordFailure,
  claimAccount,
  type ThumbnailClaim,
} from './queries.ts';

export interface ThumbnailDeps {
  db: Database;
  files: FileStore;
  outbound: Outbound;
  events: EventBus<LiveMessage>;
  clock: Clock;
  log: Log;
}

const perClaim = 20;
const atOnce = 4;
const waitWhenFull = 5 * 60_000;

interface ThumbnailServices extends Omit<ThumbnailDeps, 'outbound'> {
  config: { thumbnailsPerSecond: number; meta: { mediaOrigins: string[] } };
}

/** Copies pictures account by account; stops within one picture. */
export const thumbnailWork = defineWork({
  name: 'pictures',
  label: 'Copy pictures',
  remedy: 'See the log: a full disk, or a firewall that blocks MEDIA_ORIGINS.',
  everySeconds: 2,
  // Not `dueRows`: the table gets a row with an account's first claim.
  rows: {
    async claim(db, { now }) {
      const claim = await claimAccount(db, now);
      return claim ? [claim] : [];
    },
    fail: null,
    backlog: null,
  },
  toLogFields: ({ accountId }) => ({ accountId }),
  prepare({ config, ...services }: ThumbnailServices, { signal }) {
    const { thumbnailsPerSecond, meta } = config;
    if (thumbnailsPerSecond <= 0) return null;
    const outbound = createOutbound({ origins: meta.mediaOrigins });
    signal.addEventListener('abort', () => void outbound.close());
    const rateLimiter = createDownloadLimiter(thumbnailsPerSecond);
    return async (claim, stopping) => {
      try {
        await copyPictures({ ...services, outbound }, claim, rateLimiter, stopping);
      } catch (error) {
        if (!(error instanceof StorageFullError)) throw error;
        services.log.error({ err: error }, 'Could not copy pictures');
        await sleep(waitWhenFull, undefined, { signal: stopping });
        throw error;
      }
    };
  },
});

type DownloadLimiter = (signal: AbortSignal) => Promise<void>;

/** Limits the download rate across all callers. */
function createDownloadLimiter(perSecond: number): DownloadLimiter {
  let next = 0;
  return async (signal) => {
    const now = performance.now();
    next = Math.max(now, next + 1000 / perSecond);
    if (next > now) await sleep(next - now, undefined, { signal });
  };
}

async function copyPictures(
  deps: ThumbnailDeps,
  claim: ThumbnailClaim,
  rateLimiter: DownloadLimiter,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = deps;
  let emptied = false;
  try {
    await copyAvatar(deps, claim.accountId, rateLimiter, signal);
    // New accounts' profile pictures come before any account's posts.
    if (claim.isFirst) return;
    const missing = await listWithoutCopy(db, claim.accountId, clock(), perClaim);
    emptied = missing.length < perClaim;
    const lanes = Array.from({ length: atOnce }, async () => {
      for (let item = missing.shift(); item; item = missing.shift()) {
        await rateLimiter(signal);
        await copyPicture(deps, claim.accountId, item, signal);
      }
    });
    // All lanes must end before the account is released.
    const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
    if (failed) {
      emptied = false;
      throw failed.reason;
    }
  } finally {
    await releaseAccount(db, claim.accountId, clock(), emptied ? { checkedVersion: claim.version } : {});
  }
}

/** Copies the profile picture if it has changed, and notifies open pages. After a failure, the next sync gets a new URL. */
async function copyAvatar(
  { db, files, outbound, events, log }: ThumbnailDeps,
  accountId: string,
  rateLimiter: DownloadLimiter,
  signal: AbortSignal,
): Promise<void> {
  const avatar = await findAvatarState(db, accountId);
  const picture = avatar?.picture;
  const source = picture && URL.parse(picture)?.pathname;
  if (!picture || !source || source === avatar.copiedFrom) return;
  await rateLimiter(signal);
  try {
    const copy = await fetchThumbnail(outbound, picture, 'avatar', signal);
    const file = `avatar-${randomBytes(16).toString('hex')}.webp`;
    await files.put(file, copy);
    // An earlier copy stays for browsers that still show it, until unused files are deleted.
    if (!(await setAvatar(db, accountId, { source, file }))) return await files.remove(file);
    // Pages that show the network's URL reload the account list, and with it our URL.
    for (const userId of await listLinkedUserIds(db, accountId)) await announceReferences({ db, events }, userId);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    log.info({ accountId, problem: error.problem }, 'Could not copy a profile picture');
  }
}

async function copyPicture(
  { db, files, outbound, clock, log }: ThumbnailDeps,
  accountId: string,
  { mediaId, address }: { mediaId: string; address: string },
  signal: AbortSignal,
): Promise<void> {
  const key = randomBytes(16).toString('hex');
  try {
    const thumbnail = await fetchThumbnail(outbound, address, 'post', signal);
    const file = `thumbnail-${randomBytes(16).toString('hex')}.webp`;
    // The file first: a crash in between leaves an unused file instead of a missing picture.
    await files.put(file, thumbnail);
    const isRecorded = await recordCopy(db, { accountId, mediaId, key, file, bytes: thumbnail.length, now: clock() });
    if (!isRecorded) await files.remove(file);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    log.info({ accountId, mediaId, problem: error.problem }, 'Could not copy a picture');
    await recordFailure(db, {
      accountId,
      mediaId,
      key,
      now: clock(),
      urlRejected: error.problem !== 'unreachable',
    });
  }
}
