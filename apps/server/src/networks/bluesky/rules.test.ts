import { toUtcDay } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadOverDays } from '../../features/sync/store/dated-rules.ts';
import { toStoredAnswer } from './answers.ts';
import { BlueskyError, isHidden } from './client/bluesky-error.ts';
import { PostView, toInstant, toMedia } from './client/post-view.ts';
import {
  beginStep,
  finishStep,
  nextStep,
  secondsAfterFailure,
  startFirstSync,
  startLaterSync,
  toDatedDays,
  toNextSync,
  toSyncTimes,
} from './rules.ts';

const hour = 3_600_000;
const published = new Date('2026-03-01T10:00:00Z');
const instants = fc.array(
  fc.date({ min: new Date('2026-02-01T00:00:00Z'), max: new Date('2026-06-01T00:00:00Z'), noInvalidDate: true }),
);

describe('dating', () => {
  it('counts each interaction once, and none before the post', () => {
    fc.assert(
      fc.property(instants, instants, instants, (likes, comments, shares) => {
        const days = toDatedDays({ likes, comments, shares }, published, toUtcDay);
        const sum = (name: 'likes' | 'comments' | 'shares') =>
          [...days.values()].reduce((total, counts) => total + counts[name], 0);
        expect([sum('likes'), sum('comments'), sum('shares')]).toEqual([likes.length, comments.length, shares.length]);
        for (const day of days.keys()) expect(day >= '2026-03-01').toBe(true);
      }),
    );
  });

  it('never moves more than the first sync found', () => {
    fc.assert(
      fc.property(instants, fc.nat(50), (likes, found) => {
        const days = toDatedDays({ likes, comments: [], shares: [] }, published, toUtcDay);
        const moved = spreadOverDays({ likes: found, comments: 0, shares: 0 }, days);
        const total = moved.reduce((sum, { delta }) => sum + delta.likes, 0);
        expect(total).toBe(Math.min(found, likes.length));
        for (const { delta } of moved) expect(delta.interactions).toBe(delta.likes);
      }),
    );
  });

  it('trusts the server where a client’s clock is ahead or unreadable', () => {
    const indexedAt = '2026-05-01T00:00:00Z';
    expect(toInstant({ createdAt: '2031-01-01T00:00:00Z', indexedAt })).toEqual(new Date(indexedAt));
    expect(toInstant({ createdAt: 'yesterday', indexedAt })).toEqual(new Date(indexedAt));
    expect(toInstant({ createdAt: '0001-01-01T00:00:00Z', indexedAt })).toEqual(new Date(indexedAt));
    expect(toInstant({ createdAt: '2026-04-01T00:00:00Z', indexedAt })).toEqual(new Date('2026-04-01T00:00:00Z'));
  });
});

describe('steps', () => {
  const page = { read: 100, after: 'next', oldestDay: '2026-05-20' };

  it('reads the profile, every page and then the times', () => {
    let checkpoints = startFirstSync();
    const taken: string[] = [];
    for (let step = nextStep(checkpoints); step; step = nextStep(checkpoints)) {
      taken.push(step.task);
      const isLastPage = step.task !== 'media_history' || step.after === 'next';
      checkpoints = finishStep(beginStep(checkpoints, step), step, { ...page, after: isLastPage ? null : 'next' });
    }
    expect(taken).toEqual(['account_details', 'media_history', 'media_history', 'insights']);
    expect(checkpoints.media_history).toMatchObject({ status: 'completed', done: 200, total: 200 });
  });

  it('lists 30 days later on, and everything once a week', () => {
    const now = new Date('2026-06-20T00:00:00Z');
    const recent = startLaterSync(now, { older_media: '2026-06-18T00:00:00Z' });
    expect(recent.media_history?.stopBefore).toBe('2026-05-21');
    const step = { task: 'media_history', after: null } as const;
    expect(finishStep(recent, step, page).media_history?.status).toBe('completed');
    expect(finishStep(recent, step, { ...page, oldestDay: '2026-06-01' }).media_history?.status).toBe('in_progress');
    const whole = startLaterSync(now, { older_media: '2026-06-12T00:00:00Z' });
    expect(whole.media_history?.stopBefore).toBeUndefined();
    expect(toSyncTimes({}, whole, now)).toHaveProperty('older_media', now.toISOString());
    expect(toSyncTimes({}, recent, now)).not.toHaveProperty('older_media');
  });

  it('is due at night, hourly while watched, and later for operators’ factors', () => {
    const last = new Date('2026-06-20T05:00:00Z');
    const plain = { last, isWatched: false, throttle: 1, jitter: 0.5 };
    expect(toNextSync(plain)).toEqual(new Date('2026-06-21T03:00:00Z'));
    expect(toNextSync({ ...plain, isWatched: true })).toEqual(new Date(last.getTime() + hour));
    expect(toNextSync({ ...plain, isWatched: true, throttle: 3 })).toEqual(new Date(last.getTime() + 3 * hour));
  });

  it('waits longer after each failure, six hours at most', () => {
    const waits = [1, 2, 3, 20].map((failures) => secondsAfterFailure(true, failures));
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(waits.at(-1)).toBe(6 * 3600);
    expect(secondsAfterFailure(false, 1)).toBe(6 * 3600);
  });
});

describe('answers', () => {
  const own = 'did:plc:own';
  const post = {
    uri: `at://${own}/app.bsky.feed.post/3aaa`,
    author: { did: own, handle: 'own.test', avatar: 'https://cdn.test/own' },
    record: { text: 'Mine', createdAt: '2026-05-01T00:00:00Z' },
    embed: { images: [{ thumb: 'https://cdn.test/1' }, { thumb: 'https://cdn.test/2' }], future: { unknown: true } },
    likeCount: 3,
    replyCount: 'many',
    indexedAt: '2026-05-01T00:00:01Z',
    unknown: [1, 2],
  };

  it('parses a post with unknown fields, and leaves out what is malformed', () => {
    const media = toMedia(PostView.parse(post));
    expect(media).toMatchObject({ id: '3aaa', mediaType: 'CAROUSEL_ALBUM', thumbnailUrl: 'https://cdn.test/1' });
    expect(media.figures).toMatchObject({ likes: 3, comments: null, shares: null, views: null, reach: null });
  });

  it('stores no name, text or picture of anybody else', () => {
    const foreign = {
      ...post,
      author: { did: 'did:plc:other', handle: 'private.person' },
      record: { text: 'A secret', createdAt: '2026-05-02T00:00:00Z' },
    };
    const like = { actor: { did: 'did:plc:fan', handle: 'a.fan' }, createdAt: '2026-05-02', indexedAt: '2026-05-02' };
    const body = { posts: [foreign, post], likes: [like] };
    const text = JSON.stringify(toStoredAnswer({ path: 'x', parameters: {}, status: 200, body }, own));
    for (const word of ['private.person', 'A secret', 'did:plc:other', 'a.fan', 'did:plc:fan', 'cdn.test'])
      expect(text).not.toContain(word);
    expect(text).toContain('Mine');
    expect(text).toContain('2026-05-02T00:00:00Z');
  });

  it.each([
    ['AccountTakedown', 'Account has been suspended', true],
    ['AccountDeactivated', 'Account is deactivated', true],
    ['InvalidRequest', 'Profile not found', true],
    ['InvalidRequest', 'Error: limit must be at most 100', false],
  ])('tells a hidden account from a refused request: %s, %s', (reason, message, expected) => {
    expect(isHidden(new BlueskyError('permanent', message, { reason }))).toBe(expected);
  });
});
