import { expect, it } from 'vitest';
import { listRedefinitions } from '../../metrics/redefinitions.ts';
import { explainRedefinitions } from './answer.ts';

const source = 'https://example.com/changelog';
const change = { day: '2026-10-01', text: 'A view lasts two seconds', source };
const rows = [['views', { redefined: [change] }]] as const;

it('tells assistants about the redefinitions of the metrics that they asked for', () => {
  const year = { from: '2026-01-01', to: '2026-12-31' };
  const tell = (metric: 'views' | 'followers') =>
    explainRedefinitions([metric], year, (range) => listRedefinitions(range, rows));

  expect(tell('views')).toEqual({ redefinitions: [change] });
  expect(tell('followers')).toEqual({});
});
