import { describe, expect, it } from 'vitest';
import { parseFields } from './field-grammar.ts';

describe('field grammar', () => {
  it('parses nested, limited and modified fields', () => {
    const [id, media] = parseFields(
      'id,media.limit(3).after(QVFI){caption, children{media_url},insights.metric(reach,views).period(day).as(numbers)}',
    );

    expect(id).toMatchObject({ name: 'id', args: {} });
    expect(media).toMatchObject({ name: 'media', args: { limit: '3', after: 'QVFI' } });
    expect(media?.fields?.map(({ name, alias }) => [name, alias])).toEqual([
      ['caption', 'caption'],
      ['children', 'children'],
      ['insights', 'numbers'],
    ]);
    expect(media?.fields?.[2]?.args).toEqual({ metric: 'reach,views', period: 'day' });
  });

  it('parses one edge under two aliases', () => {
    expect(parseFields('insights.metric(a).as(x),insights.metric(b).as(y)').map(({ alias }) => alias)).toEqual([
      'x',
      'y',
    ]);
  });

  it.each(['id,id', 'media{', 'media.limit(3', 'a..b', '{id}', 'media}'])(
    'rejects fields with a syntax error: %s',
    (text) => {
      expect(() => parseFields(text)).toThrow(/Syntax error/);
    },
  );
});
