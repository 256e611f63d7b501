import * as contract from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { Schema } from './document.ts';
import { ruleOf, toSample, toText } from './schema-text.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false })));
afterAll(() => app.close());

const read = async (url = app.url) => {
  const answer = await fetch(`${url}/api/docs`);
  return { answer, text: await answer.text() };
};

describe('the page of the API', () => {
  it('shows every call, who may make it, and how it refuses', async () => {
    const { answer, text } = await read();

    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const endpoint of Object.values<unknown>(contract).filter(isEndpoint)) {
      expect(text.replaceAll('<wbr>', '')).toContain(`>${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}</h3>`);
      expect(text).toContain(escaped(endpoint.summary));
      for (const code of endpoint.failures) expect(text).toContain(`<code>${code}</code>`);
    }
  });

  it('needs nobody else and no script, so that the policy of the product holds for it', async () => {
    const { answer, text } = await read();

    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script|<img|\son\w+=/i);
    expect([...text.matchAll(/(?:href|src)="([^"#]*)"/g)].map(([, address]) => address).filter(Boolean)).toEqual([
      'data:,',
      '/api/v1/openapi.json',
    ]);
  });

  it('gives every call an address of its own', async () => {
    const { text } = await read();

    const ids = [...text.matchAll(/<article id="([^"]+)"/g)].map(([, id]) => id);
    const links = [...text.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id]) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(links).toEqual(ids);
  });

  it('is nowhere where it is switched off', async () => {
    const closed = await startTestApp({ work: false, environment: { API_DOCS: 'off' } });

    const { answer, text } = await read(closed.url);
    const description = await fetch(`${closed.url}/api/v1/openapi.json`);

    expect(answer.status).toBe(404);
    expect(text).toContain('not_found');
    expect(description.status).toBe(404);
    await closed.close();
  });
});

describe('a shape', () => {
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

  it('reads as a programmer would write it', () => {
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

  it('has a sample with what must be there', () => {
    expect(toSample(shape)).toEqual({ ids: ['…'], kind: 'a', at: '2026-01-01T00:00:00.000Z' });
  });

  it('says nothing of bounds that are those of numbers themselves', () => {
    const whole = { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

    expect(ruleOf(Schema.parse(whole))).toBe('');
  });
});

function isEndpoint(value: unknown): value is contract.Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
