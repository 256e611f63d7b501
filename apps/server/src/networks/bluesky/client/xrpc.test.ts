import { expect, it } from 'vitest';
import { startFaultProxy } from '../../../../test/fault-proxy.ts';
import { createQuery } from './xrpc.ts';

it('returns texts that the database can store', async () => {
  const proxy = await startFaultProxy('');
  proxy.strike(() => ({ status: 200, headers: {}, body: String.raw`{"text":"ti\u0000de \ud800"}` }));

  const answer = await createQuery({ baseUrl: proxy.url })({}, 'app.bsky.feed.getAuthorFeed', {});
  await proxy.stop();

  expect(answer).toEqual({ text: 'tide \ufffd' });
});
