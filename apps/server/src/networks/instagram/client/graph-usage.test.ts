import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUsage, secondsToWait } from './graph-usage.ts';

const business = (value: unknown) => ({ 'x-business-use-case-usage': JSON.stringify(value) });
const account = '17841400000000001';

describe('the usage headers', () => {
  it('report the highest of the three values, even above 100', () => {
    const usage = readUsage({
      'x-app-usage': '{"call_count":28,"total_cputime":96,"total_time":25}',
      ...business({
        [account]: [
          { type: 'pages', call_count: 3, total_cputime: 1, total_time: 1, estimated_time_to_regain_access: 0 },
          { type: 'instagram', call_count: 12, total_cputime: 3, total_time: 130, estimated_time_to_regain_access: 7 },
        ],
      }),
    });

    expect(usage).toEqual({ app: 96, accounts: [{ accountId: account, percent: 130, regainMinutes: 7 }] });
  });

  it.each([
    ['missing', {}],
    ['empty', { 'x-app-usage': '', 'x-business-use-case-usage': '' }],
    ['cut short', { 'x-app-usage': '{"call_co', 'x-business-use-case-usage': '{"178414' }],
    ['of other types', { 'x-app-usage': '[1]', 'x-business-use-case-usage': '"full"' }],
    ['without figures', { 'x-app-usage': '{"call_count":null}', ...business({ [account]: [{ call_count: 'many' }] }) }],
    ['below zero', { 'x-app-usage': '{"call_count":-5}', ...business({ [account]: [{ call_count: -1 }] }) }],
  ])('report nothing when they are %s', (_, headers) => {
    expect(readUsage(headers)).toEqual({ app: null, accounts: [] });
  });

  it('never throw, whatever they contain', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const usage = readUsage({ 'x-app-usage': text, 'x-business-use-case-usage': text });

        for (const { percent, regainMinutes } of usage.accounts) {
          expect(percent).toBeGreaterThanOrEqual(0);
          expect(regainMinutes).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it("report the calling account's wait, not another account's", () => {
    const headers = business({
      [account]: [{ call_count: 100, estimated_time_to_regain_access: 2 }],
      '17841400000000002': [{ call_count: 100, estimated_time_to_regain_access: 50 }],
    });

    expect(secondsToWait(headers, readUsage(headers), account)).toBe(120);
    expect(secondsToWait(headers, readUsage(headers), null)).toBe(3000);
    expect(secondsToWait({}, readUsage({}), account)).toBeUndefined();
  });
});
