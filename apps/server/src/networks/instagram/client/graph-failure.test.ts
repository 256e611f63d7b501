import { describe, expect, it } from 'vitest';
import { refusedMetrics, toGraphError } from './graph-error.ts';

const refusal = (message: string, error: object = {}, status = 400) =>
  toGraphError(status, { error: { message, code: 100, ...error } });
const toKind = (message: string, error: object = {}, status = 400) => refusal(message, error, status)?.kind;

describe('kind of Graph API error', () => {
  it.each([
    ['(#17) User request limit reached', { code: 17 }, 'throttle-user'],
    ['(#4) Application request limit reached', { code: 4 }, 'throttle-app'],
    ["(#100) Object does not exist … requires the 'pages_read_engagement' permission", {}, 'permission'],
    ['Unsupported get request. Object with ID does not exist, missing permissions', { error_subcode: 33 }, 'permanent'],
    ['(#10) Not enough viewers for the media to show insights', { code: 10 }, 'permanent'],
    ['(#10) Application does not have permission for this action', { code: 10 }, 'permission'],
    ['Error validating access token: Session has expired', { code: 190, error_subcode: 463 }, 'auth'],
    ['You cannot access the app till you log in to www.facebook.com', { code: 459 }, 'auth'],
    ['The login must be confirmed', { code: 483, is_transient: false }, 'auth'],
    ['(#80000) There have been too many calls to this ad account', { code: 80_000 }, 'throttle-account'],
    ['(#80004) There have been too many calls to this ad-account', { code: 80_004 }, 'throttle-account'],
    ['(#80009) There have been too many calls', { code: 80_009 }, 'throttle-account'],
    ['(#80014) There have been too many calls', { code: 80_014 }, 'throttle-account'],
    ['Invalid parameter', { code: 4, error_subcode: 2_108_006 }, 'permanent'],
    ['Invalid parameter', { code: 100, error_subcode: 2_108_006 }, 'permanent'],
    [
      "(#190) Any of the pages_read_engagement, pages_show_list or pages_messaging permission(s) must be granted before impersonating a user's page.",
      { code: 190 },
      'permission',
    ],
  ])('maps %s to %s', (message, error, kind) => {
    expect(toKind(message, error)).toBe(kind);
  });

  it('is permanent if Meta says so, whatever the code', () => {
    expect(toKind('An unknown error has occurred.', { code: 1, is_transient: false }, 500)).toBe('permanent');
    expect(toKind('An unknown error has occurred.', { code: 1 }, 500)).toBe('transient');
    expect(toKind('Please retry your request later.', { code: 2, is_transient: true }, 500)).toBe('transient');
  });
});

describe('metrics named by a Graph API error', () => {
  const requested = ['reach', 'views', 'saved', 'shares'];
  const named = (message: string) => {
    const failure = refusal(message);
    return failure ? refusedMetrics(failure, requested) : null;
  };

  it('are parsed from its message', () => {
    expect(
      named('(#100) The Media Insights API does not support the views, shares metric for this media product type.'),
    ).toEqual(['views', 'shares']);
    expect(named('(#100) Incompatible breakdowns (follow_type) for metric (views)')).toEqual(['views']);
  });

  it('are taken from their position, not from the allowed values', () => {
    expect(named('(#100) metric[1] must be one of the following values: reach, saved, shares')).toEqual(['views']);
  });

  it('are empty if the message concerns something else', () => {
    expect(named('An unknown error has occurred.')).toEqual([]);
  });
});
