import { revokeShare } from '@tidemark/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, openAsStranger, share, toChoice, toToken } from '../../../test/shared-page.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { until } from '../../../test/until.ts';
import { startSynced, type WorldAccount } from '../../../test/world.ts';

const email = 'theo@sandbox.test';
let app: TestApp;
let client: TestClient;
let account: WorldAccount;
beforeAll(async () => {
  app = await startTestApp({ thumbnails: true });
  ({ client, account } = await startSynced(app, email, { plan: 'starter', account: 1 }));
  await until(() =>
    app.db
      .selectFrom('account')
      .innerJoin('thumbnail_queue', 'thumbnail_queue.account_id', 'account.account_id')
      .select('account.account_id')
      .whereRef('checked_version', '=', 'data_version')
      .where('account.account_id', '=', account.id)
      .executeTakeFirst(),
  );
});
afterAll(() => app.close());

async function readPictures(token: string): Promise<(string | null)[]> {
  const { body } = await openAsStranger(app, token);
  if (body.state !== 'open') throw new Error(body.state);
  const thumbnails = body.content.sections.flatMap((section) => {
    if (section.kind === 'posts') return section.posts.map((post) => post.thumbnailUrl);
    return section.kind === 'media' ? section.media.map((medium) => medium.thumbnailUrl) : [];
  });
  return [...body.content.accounts.map(({ picture }) => picture), ...thumbnails];
}

it.each([{ isFrozen: false }, { isFrozen: true }])(
  'contains its pictures, but none of their addresses: %o',
  async (options) => {
    const choice = toChoice([account.id], {
      range: { kind: 'last-days', days: 90 },
      sections: [
        { kind: 'posts', comment: '' },
        { kind: 'media', comment: '' },
      ],
    });
    const link = await share(client, choice, options);
    const pictures = await until(async () => {
      const found = await readPictures(toToken(link));
      return found.length > 2 && !found.includes(null) && found;
    });

    for (const picture of pictures) {
      const [, base64 = ''] = /^data:image\/webp;base64,(.+)$/.exec(picture ?? '') ?? [];
      expect((await sharp(Buffer.from(base64, 'base64')).metadata()).format).toBe('webp');
    }
    expect(JSON.stringify((await openAsStranger(app, toToken(link))).body)).not.toMatch(/\/api\/v1\/|key=/);
    await client.call(revokeShare, { params: { id: link.id } });
    expect(codeOf(await openAsStranger(app, toToken(link)))).toBe('share_not_found');
  },
);
