import { expect, it } from 'vitest';
import { createBlueskyOAuth } from './load-oauth.ts';
import { SignInError } from './oauth.ts';

const addresses = { appViewUrl: 'https://public.api.bsky.app', directoryUrl: 'https://plc.directory' };

/** Returns the messages of an error and of its causes. */
function listMessages(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...listMessages(error.cause)] : [];
}

it.each([
  ['did:web:intranet.local', /not a public domain/],
  ['did:web:127.0.0.1', /non-unicast/],
])('calls no server on a private network for %s', async (did, reason) => {
  const oauth = createBlueskyOAuth({ ...addresses, appUrl: 'https://tidemark.example.com' });

  const failure: unknown = await oauth.start(did, async () => undefined).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(SignInError);
  expect(listMessages(failure).join('; ')).toMatch(reason);
});
