import { expect, it } from 'vitest';
import { isKnownHost } from './known-host.ts';

it.each([
  'app.example.com',
  'APP.example.com',
  'app.example.com.',
  'localhost',
  'tidemark',
  '127.0.0.1',
  '[::1]',
  '10.0.0.7',
])('accepts %s as a host name of the installation app.example.com', (host) =>
  expect(isKnownHost(host, 'app.example.com')).toBe(true),
);

it.each(['evil.example', 'app.example.com.evil.example', '127.0.0.1.evil.example', 'xapp.example.com'])(
  'rejects %s as a host name of the installation app.example.com',
  (host) => expect(isKnownHost(host, 'app.example.com')).toBe(false),
);
