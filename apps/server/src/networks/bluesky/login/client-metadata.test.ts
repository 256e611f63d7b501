import { expect, it } from 'vitest';
import { toClientMetadata } from './client-metadata.ts';

it('asks for no more than the identity, at the address of the installation', () => {
  expect(toClientMetadata('https://tidemark.example.com')).toMatchObject({
    client_id: 'https://tidemark.example.com/oauth/bluesky-client.json',
    redirect_uris: ['https://tidemark.example.com/connect/bluesky'],
    scope: 'atproto',
    dpop_bound_access_tokens: true,
    grant_types: ['authorization_code'],
  });
});

it('returns to an IP address from servers that cannot reach the user’s own machine', () => {
  const { client_id: clientId, redirect_uris: returns } = toClientMetadata('http://localhost:3000');

  expect(new URL(clientId ?? '').origin).toBe('http://localhost');
  expect(returns).toEqual(['http://127.0.0.1:3000/oauth/bluesky-return']);
});
