import { setTimeout as sleep } from 'node:timers/promises';
import { createLiveToken, type LiveEvent } from '@tidemark/contract';
import type { TestApp } from './start-test-app.ts';
import type { TestClient } from './test-client.ts';

export async function getLiveToken(client: TestClient): Promise<string> {
  const { user } = await client.load();
  return (await client.call(createLiveToken, { params: { userId: user._id } })).token;
}

/** Opens the live stream and collects what arrives. With `?accounts=all`, all linked accounts are followed. */
export async function listenLive(app: { url: string }, token: string, query = '') {
  const stop = new AbortController();
  const answer = await fetch(`${app.url}/api/v1/sse/user/${token}${query}`, { signal: stop.signal });
  const events: LiveEvent[] = [];
  let ended = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of answer.body ?? []) {
      text += decoder.decode(part, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
        if (data && answer.ok) events.push(JSON.parse(data) as LiveEvent); // our own server: events match the contract
        text = text.slice(end + 2);
      }
    }
    ended = true;
  })().catch(() => undefined);
  const until = async (isThere: () => boolean) => {
    for (const deadline = Date.now() + 10_000; !isThere(); await sleep(20))
      if (Date.now() > deadline) throw new Error(`Not in time; arrived: ${events.map(({ type }) => type).join(', ')}`);
  };
  return { answer, events, until, hasEnded: () => ended, close: () => (stop.abort(), reading) };
}

/**
 * Waits for the next periodic check of open streams, which is known to have run when it ends a stream: that of this
 * user, who is disabled meanwhile.
 */
export async function untilStreamsChecked(app: TestApp, email: string): Promise<void> {
  const client = await app.as(email);
  const { user } = await client.load();
  const stream = await listenLive(app, await getLiveToken(client));
  const setDisabled = (at: Date | null) =>
    app.db.updateTable('app_user').set({ disabled_at: at }).where('user_id', '=', user._id).execute();
  await setDisabled(new Date());
  await stream.until(() => stream.hasEnded());
  await setDisabled(null);
}
