import * as contract from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { Schema } from './document.ts';
import { describeRule, toSample, toText } from './schema-text.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false })));
afterAll(() => app.close());

const read = async (url = app.url) => {
  const answer = await fetch(`${url}/api/docs`);
  return { answer, text: await answer.text() };
};

describe('the API page', () => {
  it('shows every call, its access level and its errors', async () => {
    const { answer, text } = await read();

    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const endpoint of Object.values<unknown>(contract).filter(isEndpoint)) {
      expect(text.replaceAll('<wbr>', '')).toContain(`>${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}</h3>`);
      expect(text).toContain(escaped(endpoint.summary));
      for (const code of endpoint.failures) expect(text).toContain(`<code>${code}</code>`);
    }
  });

  it('needs no third party and no script, and complies with the content security policy', async () => {
    const { answer, text } = await read();

    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script|<img|\son\w+=/i);
    expect([...text.matchAll(/(?:href|src)="([^"#]*)"/g)].map(([, address]) => address).filter(Boolean)).toEqual([
      'data:,',
      '/api/v1/openapi.json',
    ]);
  });

  it('gives every call a unique anchor', async () => {
    const { text } = await read();

    const ids = [...text.matchAll(/<article id="([^"]+)"/g)].map(([, id]) => id);
    const links = [...text.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id]) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(links).toEqual(ids);
  });

  it.each(['/api/docs', '/api/v1/openapi.json'])('sends %s once, and then reports it as unchanged', async (address) => {
    const first = await fetch(app.url + address);
    const etag = first.headers.get('etag') ?? '';
    // Some proxies pass it on like this when they have compressed the response.
    const suffixed = etag.replace(/"$/, '-gzip"');
    const answers = await Promise.all(
      [etag, `"other", ${suffixed}`, 'W/"other"'].map((known) =>
        fetch(app.url + address, { headers: { 'if-none-match': known } }),
      ),
    );

    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    expect(answers.map(({ status }) => status)).toEqual([304, 304, 200]);
    expect(await answers[0]?.text()).toBe('');
    expect(await answers[2]?.text()).toBe(await first.text());
  });

  it('sends no ETag and no cacheable response without a token', async () => {
    const stranger = await fetch(`${app.url}/api/v1/account/list`, { headers: { 'if-none-match': '*' } });

    expect(stranger.status).toBe(401);
    expect(stranger.headers.get('cache-control')).toBe('no-store');
    expect(stranger.headers.has('etag')).toBe(false);
  });

  it('is missing when it is disabled', async () => {
    const closed = await startTestApp({ work: false, environment: { API_DOCS: 'off' } });

    const { answer, text } = await read(closed.url);
    const description = await fetch(`${closed.url}/api/v1/openapi.json`);

    expect(answer.status).toBe(404);
    expect(text).toContain('not_found');
    expect(description.status).toBe(404);
    await closed.close();
  });
});

describe('a schema on the API page', () => {
  const shape = Schema.parse({
    type: 'object',
    properties: {
      ids: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 100 },
      kind: { enum: ['a', 'b'] },
      at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
      note: { type: ['string', 'null'], maxLength: 5 },
    },
    required: ['ids', 'kind', 'at'],
    additionalProperties: false,
  });

  it('is formatted like a TypeScript type', () => {
    expect(toText(shape)).toBe(
      [
        '{',
        '  ids: string[]  // 1 to 100 of them',
        '  kind: "a" | "b"',
        '  at: string | null',
        '  note?: string | null  // at most 5 characters',
        '}',
      ].join('\n'),
    );
  });

  it('has a sample with the required fields', () => {
    expect(toSample(shape)).toEqual({ ids: ['…'], kind: 'a', at: '2026-01-01T00:00:00.000Z' });
  });

  it('omits bounds that apply to every JSON number', () => {
    const whole = { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

    expect(describeRule(Schema.parse(whole))).toBe('');
  });
});

function isEndpoint(value: unknown): value is contract.Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
