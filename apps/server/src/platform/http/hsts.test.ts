import { expect, it } from 'vitest';
import { startTestApp } from '../../../test/start-test-app.ts';

it.each([
  [{ APP_URL: 'https://tidemark.example.com' }, 'max-age=31536000'],
  [{ APP_URL: 'https://tidemark.example.com', HSTS: 'subdomains' }, 'max-age=31536000; includeSubDomains'],
  [{ APP_URL: 'https://tidemark.example.com', HSTS: 'off' }, null],
  [{}, null],
])('binds browsers to https as configured: %o', async (environment, header) => {
  const app = await startTestApp({ work: false, environment });

  const { headers } = await fetch(`${app.url}/api/v1/health`);
  await app.close();

  expect(headers.get('strict-transport-security')).toBe(header);
});
