import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { StorageFull, type FileStore } from '../../../platform/files/file-store.ts';
import type { Log } from '../../../platform/log/log.ts';
import { OutboundFailure, type Outbound } from '../../../platform/outbound/outbound.ts';
import { fetchThumbnail } from './fetch-thumbnail.ts';
import { endTurn, listWithoutCopy, recordCopy, recordFailure, takeTurn, type Turn } from './queries.ts';

export interface ThumbnailNeeds {
  db: Database;
  files: FileStore;
  outbound: Outbound;
  clock: Clock;
  log: Log;
}

const perTurn = 20;
const atOnce = 4;
const lookEvery = 2_000;
const waitWhenFull = 5 * 60_000;

/** Copies pictures in the background, account by account in turn. Returns how to stop; it ends within one picture. */
export function startThumbnailWork(needs: ThumbnailNeeds, { perSecond }: { perSecond: number }): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  if (perSecond <= 0) return async () => undefined;
  const pace = createPace(perSecond);

  async function work(): Promise<void> {
    while (!signal.aborted) {
      let wait = lookEvery;
      try {
        for (let turn = await takeTurn(needs.db, needs.clock()); turn; turn = await takeTurn(needs.db, needs.clock())) {
          await copyPictures(needs, turn, pace, signal);
          if (signal.aborted) return;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof StorageFull) wait = waitWhenFull;
        needs.log.error({ err: error }, 'Pictures cannot be copied');
      }
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  const working = work();
  return async () => {
    stopping.abort();
    await working;
  };
}

type Pace = (signal: AbortSignal) => Promise<void>;

/** Lets one go ahead every so often, whoever asks. */
function createPace(perSecond: number): Pace {
  let next = 0;
  return async (signal) => {
    const now = performance.now();
    next = Math.max(now, next + 1000 / perSecond);
    if (next > now) await sleep(next - now, undefined, { signal });
  };
}

async function copyPictures(needs: ThumbnailNeeds, turn: Turn, pace: Pace, signal: AbortSignal): Promise<void> {
  const { db, clock } = needs;
  let emptied = false;
  try {
    const wanted = await listWithoutCopy(db, turn.accountId, clock(), perTurn);
    emptied = wanted.length < perTurn;
    const lanes = Array.from({ length: atOnce }, async () => {
      for (let item = wanted.shift(); item; item = wanted.shift()) {
        await pace(signal);
        await copyPicture(needs, turn.accountId, item, signal);
      }
    });
    // All lanes come to their end before the account is given free.
    const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
    if (failed) {
      emptied = false;
      throw failed.reason;
    }
  } finally {
    await endTurn(db, turn.accountId, clock(), emptied ? { seenVersion: turn.version } : {});
  }
}

async function copyPicture(
  { db, files, outbound, clock, log }: ThumbnailNeeds,
  accountId: string,
  { mediaId, address }: { mediaId: string; address: string },
  signal: AbortSignal,
): Promise<void> {
  const key = randomBytes(16).toString('hex');
  try {
    const thumbnail = await fetchThumbnail(outbound, address, signal);
    const file = `thumbnail-${randomBytes(16).toString('hex')}.webp`;
    // The file first: killed in between, it is a file that nobody misses; the other way round, a picture that is not there.
    await files.put(file, thumbnail);
    const kept = await recordCopy(db, { accountId, mediaId, key, file, bytes: thumbnail.length, now: clock() });
    if (!kept) await files.remove(file);
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    log.info({ accountId, mediaId, problem: error.problem }, 'A picture could not be copied');
    await recordFailure(db, {
      accountId,
      mediaId,
      key,
      now: clock(),
      addressRefused: error.problem !== 'unreachable',
    });
  }
}
