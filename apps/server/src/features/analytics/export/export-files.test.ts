import { createApiKey, exportFigures } from '@tidemark/contract';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readZip } from '../../../../test/read-zip.ts';
import { type Cells, type ExportBody, startExporting } from './export.fixtures.ts';

let exporting: Awaited<ReturnType<typeof startExporting>>;

beforeAll(async () => void (exporting = await startExporting()));
afterAll(() => exporting.app.close());

const send: (typeof exporting)['send'] = (...request) => exporting.send(...request);
const download: (typeof exporting)['download'] = (...request) => exporting.download(...request);

/** Converts rows to objects, as another program reads them. */
function toObjects([header = [], ...rows]: readonly (readonly unknown[])[]): Cells[] {
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [String(name), row[at] ?? ''])));
}

/** Converts a value; an unknown one is an empty cell. */
function toValue(value: unknown): string | number {
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}

async function downloadCsv(body: Partial<ExportBody>): Promise<Cells[]> {
  return toObjects(parseCsv(await (await send({ format: 'csv', ...body })).text()));
}

async function downloadWorkbook(body: Partial<ExportBody>) {
  return readXlsx(new Uint8Array(await (await send({ format: 'xlsx', ...body })).arrayBuffer()));
}

describe('every format', () => {
  it('reads back with the same post values', async () => {
    const sections: ExportBody['sections'] = ['posts'];
    const expected = await download('posts');
    const [csv, { sheets }] = await Promise.all([downloadCsv({ sections }), downloadWorkbook({ sections })]);
    const sheet = toObjects(sheets[0]?.rows ?? []);

    expect(csv).toHaveLength(expected.length);
    expect(sheet).toHaveLength(expected.length);
    for (const [index, row] of expected.entries())
      for (const name of ['media_id', 'reach', 'views', 'engagement_rate', 'hashtags', 'link']) {
        expect(csv[index]?.[name], name).toBe(`${toValue(row[name])}`);
        expect(sheet[index]?.[name], name).toBe(toValue(row[name]));
      }
    expect(sheet[0]?.['published_at']).toEqual(new Date(String(expected[0]?.['published_at']).slice(0, 19) + 'Z'));
  });

  it('has one sheet or one file per section', async () => {
    const sections: ExportBody['sections'] = [
      'metrics',
      'breakdowns',
      'days',
      'posts',
      'demographics',
      'activity',
      'names',
    ];

    const { sheets } = await downloadWorkbook({ sections });
    const archive = await send({ format: 'csv', sections });
    const files = readZip(Buffer.from(await archive.arrayBuffer()));

    expect(sheets).toHaveLength(7);
    expect([...files.keys()]).toEqual(sections.map((section) => `${section}.csv`));
    for (const { rows } of sheets) expect(rows.length).toBeGreaterThan(1);
  });

  it('is named after its account, section and range', async () => {
    const response = await send({ format: 'csv', sections: ['posts'] });
    await response.body?.cancel();

    const [from, to] = [exporting.range.cStart.slice(0, 10), exporting.range.cEnd.slice(0, 10)];
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="tidemark-${exporting.account.username}-posts-${from}-${to}.csv"`,
    );
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  it('contains no formula from a caption', async () => {
    const formula = '=HYPERLINK("https://attacker.test","Prize")';
    const [first] = await download('posts');
    await exporting.app.db
      .updateTable('media')
      .set({ caption: formula })
      .where('account_id', '=', exporting.account.id)
      .where('media_id', '=', String(first?.['media_id']))
      .execute();

    const [row] = await downloadCsv({ sections: ['posts'] });
    const { sheets } = await downloadWorkbook({ sections: ['posts'] });
    const book = await send({ format: 'xlsx', sections: ['posts'] });
    const parts = readZip(Buffer.from(await book.arrayBuffer()));

    expect(row?.['caption']).toBe(`'${formula}`);
    expect(toObjects(sheets[0]?.rows ?? [])[0]?.['caption']).toBe(formula);
    const xml = String(parts.get('xl/worksheets/sheet1.xml'));
    expect(xml).not.toContain('<f>');
    expect(xml).toContain('t="inlineStr" s="2"><is><t xml:space="preserve">=HYPERLINK');
  });
});

describe('spreadsheet exports', () => {
  const timeZone = 'Asia/Kolkata';
  const body = { sections: ['posts'] satisfies ExportBody['sections'], timeZone };
  /** Converts to local time in India without using time zone data. */
  const toIndian = (instant: unknown) => new Date(Date.parse(String(instant)) + 5.5 * 3_600_000);

  it('writes CSV with IDs as text, local times and the chosen separator', async () => {
    const [expected] = await download('posts', body);
    const response = await send({ ...body, format: 'csv', spreadsheet: { separator: 'semicolon' } });
    const lines = (await response.text()).split('\r\n');

    expect(lines[0]).toMatch(/^published_at \(Asia\/Kolkata\);account;account_id;media_id;/);
    const time = toIndian(expected?.['published_at']).toISOString().slice(0, 19).replace('T', ' ');
    expect(lines[1]?.startsWith(`${time};${exporting.account.username};"=""${exporting.account.id}""";`)).toBe(true);
    expect(lines[1]).toContain(`"=""${toValue(expected?.['media_id'])}""";`);
    expect(lines[1]).toContain(`;${String(expected?.['engagement_rate']).replace('.', ',')};`);
  });

  it('writes a TSV file with tabs', async () => {
    const response = await send({ ...body, format: 'csv', spreadsheet: { separator: 'tab' } });

    expect(response.headers.get('content-disposition')).toMatch(/-posts-.*\.tsv"$/);
    expect(response.headers.get('content-type')).toBe('text/tab-separated-values; charset=utf-8');
    expect((await response.text()).split('\r\n')[0]?.split('\t').slice(1, 3)).toEqual(['account', 'account_id']);
  });

  it("writes XLSX with local times under the time zone's name", async () => {
    const [expected] = await download('posts', body);
    const { sheets } = await downloadWorkbook({ ...body, spreadsheet: { separator: 'comma' } });
    const [row] = toObjects(sheets[0]?.rows ?? []);

    const time = toIndian(expected?.['published_at']).toISOString().slice(0, 19);
    expect(row?.['published_at (Asia/Kolkata)']).toEqual(new Date(`${time}Z`));
    expect(row).not.toHaveProperty('published_at');
  });

  it('gives programs UTC times and plain IDs in any time zone', async () => {
    const [expected] = await download('posts', body);
    const [row] = await downloadCsv(body);
    const { sheets } = await downloadWorkbook(body);

    expect(row).toMatchObject({ published_at: expected?.['published_at'], media_id: expected?.['media_id'] });
    expect(sheets[0]?.rows[0]?.[0]).toBe('published_at');
  });

  it('leaves JSON unchanged', async () => {
    expect(await download('posts', { ...body, spreadsheet: { separator: 'tab' } })).toEqual(
      await download('posts', body),
    );
  });
});

describe('rejected export', () => {
  it("rejects another user's accounts", async () => {
    const stranger = await exporting.app.as('theo@sandbox.test');

    const response = await send({}, { token: stranger.token });

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'account_not_found' } });
  });

  it.each<[string, Partial<ExportBody>]>([
    ['a section twice', { sections: ['posts', 'posts'] }],
    ['no section', { sections: [] }],
    ['an unknown separator', { spreadsheet: JSON.parse('{ "separator": "|" }') }],
    ['half a comparison period', { pEnd: undefined }],
  ])('is rejected with %s', async (_, body) => {
    expect((await send(body)).status).toBe(400);
  });

  it('rejects posts with an API key that only opens the analytics', async () => {
    const { key } = await exporting.client.call(createApiKey, {
      body: { name: 'Sheet', scopes: ['analytics:read'], expiresInDays: 1 },
    });

    expect((await send({ sections: ['metrics', 'posts'] }, { token: key })).status).toBe(403);
    expect((await send({ sections: ['metrics'] }, { token: key })).status).toBe(200);
  });

  it('rejects an export in a batch, which would hold it in memory', async () => {
    const response = await fetch(`${exporting.app.url}/api/v1/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${exporting.client.token}` },
      body: JSON.stringify({ calls: [{ path: exportFigures.path, body: {} }] }),
    });

    expect(response.status).toBe(400);
  });
});

it('frees a slot when a download is abandoned', async () => {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const gone = new AbortController();
    const response = await vi.waitFor(async () => {
      const started = await send({ sections: ['posts', 'days'] }, { signal: gone.signal });
      expect(started.status).toBe(200);
      return started;
    }, 10_000);
    gone.abort();
    await expect(response.text()).rejects.toThrow();
  }
});
