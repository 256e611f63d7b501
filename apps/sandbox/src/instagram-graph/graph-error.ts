import { randomBytes } from 'node:crypto';
import type { JsonObject } from './json.ts';

interface FailureParts {
  status?: number;
  type?: string;
  code?: number;
  subcode?: number;
  transient?: boolean;
  userTitle?: string;
  userMessage?: string;
  extra?: JsonObject;
}

/** An error response with the Graph API's own message. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: number | undefined;
  readonly subcode: number | undefined;
  readonly #parts: FailureParts;

  constructor(message: string, parts: FailureParts) {
    super(message);
    this.status = parts.status ?? 400;
    this.code = parts.code;
    this.subcode = parts.subcode;
    this.#parts = parts;
  }

  translated(translate: (text: string) => string): GraphError {
    const { userTitle, userMessage } = this.#parts;
    return new GraphError(translate(this.message), {
      ...this.#parts,
      ...(userTitle !== undefined && { userTitle: translate(userTitle) }),
      ...(userMessage !== undefined && { userMessage: translate(userMessage) }),
    });
  }

  body(): JsonObject {
    const { type = 'OAuthException', code, subcode, transient, userTitle, userMessage, extra } = this.#parts;
    return {
      error: {
        message: this.message,
        type,
        ...(code !== undefined && { code }),
        ...(subcode !== undefined && { error_subcode: subcode }),
        ...(transient !== undefined && { is_transient: transient }),
        ...(userTitle !== undefined && { error_user_title: userTitle }),
        ...(userMessage !== undefined && { error_user_msg: userMessage }),
        ...extra,
        fbtrace_id: traceId(),
      },
    };
  }
}

export function traceId(): string {
  return `A${randomBytes(17).toString('base64url').slice(0, 22)}`;
}

export function badParameter(text: string): GraphError {
  return new GraphError(`(#100) ${text}`, { code: 100 });
}

export function missingObject(id: string, method = 'get'): GraphError {
  return new GraphError(
    `Unsupported ${method} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
    { type: 'GraphMethodException', code: 100, subcode: 33 },
  );
}

export function missingAlias(ids: string[]): GraphError {
  return new GraphError(`(#803) Some of the aliases you requested do not exist: ${ids.join(',')}`, {
    code: 803,
    status: 404,
  });
}

export function missingPermission(status = 403): GraphError {
  return new GraphError('(#10) Application does not have permission for this action', { code: 10, status });
}

export function engagementPermission(): GraphError {
  return new GraphError(
    "(#100) Object does not exist, cannot be loaded due to missing permission or reviewable feature, or does not support this operation. This endpoint requires the 'pages_read_engagement' permission or the 'Page Public Content Access' feature. Refer to https://developers.facebook.com/docs/apps/review/login-permissions#manage-pages and https://developers.facebook.com/docs/apps/review/feature#reference-PAGES_ACCESS for details.",
    { code: 100 },
  );
}

export function fewViewers(): GraphError {
  return new GraphError('(#10) Not enough viewers for the media to show insights', { code: 10 });
}

/** Returns the same error for unknown, personal, private and age-restricted accounts. */
export function undiscoverable(username: string): GraphError {
  return new GraphError('Invalid user id', {
    code: 110,
    subcode: 2207013,
    transient: false,
    userTitle: 'Cannot find User',
    userMessage: `The user with username: ${username} cannot be found.`,
  });
}

export function beforeConversion(): GraphError {
  return new GraphError('Invalid parameter', {
    code: 100,
    subcode: 2108006,
    transient: false,
    userTitle: 'Media posted before business account conversion',
    userMessage:
      "The media was posted before the most recent time that the user's account was converted to a business account from a personal account.",
    extra: { error_data: { blame_field_specs: [['']] } },
  });
}

/** Returns an unknown error; some replies do not say whether it is transient, and are permanent all the same. */
export function unknownError({ isFlagged = true } = {}): GraphError {
  const flag = isFlagged && { transient: false };
  return new GraphError('An unknown error has occurred.', { code: 1, status: 500, ...flag });
}

export function serviceError(): GraphError {
  return new GraphError('An unexpected error has occurred. Please retry your request later.', {
    code: 2,
    status: 500,
    transient: true,
  });
}

export function tooMuchData(): GraphError {
  return new GraphError("Please reduce the amount of data you're asking for, then retry your request", {
    code: 1,
    status: 500,
    transient: false,
  });
}

export function accountLimit(): GraphError {
  return new GraphError(
    '(#80002) There have been too many calls to this Instagram account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.',
    { code: 80002, subcode: 2446079, transient: false },
  );
}

export function appLimit(): GraphError {
  return new GraphError('(#4) Application request limit reached', { code: 4, status: 403, transient: true });
}

export function userLimit(): GraphError {
  return new GraphError('(#17) User request limit reached', { code: 17, subcode: 2446079 });
}

export function pageLimit(): GraphError {
  return new GraphError('(#32) Page request limit reached', { code: 32 });
}

export function customLimit(): GraphError {
  return new GraphError('(#613) Calls to this api have exceeded the rate limit.', { code: 613, subcode: 1996 });
}

export function invalidToken(subcode?: number, message?: string): GraphError {
  const text = message ?? tokenMessages.get(subcode) ?? 'Invalid OAuth access token - Cannot parse access token';
  return new GraphError(text, { code: 190, ...(subcode !== undefined && { subcode }) });
}

/** Concerns one page, not the token: its permissions were granted for other pages only. */
export function pageRefused(): GraphError {
  return invalidToken(
    undefined,
    "(#190) Any of the pages_read_engagement, pages_manage_metadata, pages_read_user_content, pages_manage_ads, pages_show_list or pages_messaging permission(s) must be granted before impersonating a user's page.",
  );
}

const tokenMessages = new Map<number | undefined, string>([
  [458, 'Error validating access token: The user has not authorized application.'],
  [
    459,
    'Error validating access token: You cannot access the app till you log in to www.facebook.com and follow the instructions given.',
  ],
  [
    460,
    'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  ],
  [
    464,
    'Error validating access token: Sessions for the user are not allowed because the user is not a confirmed user.',
  ],
  [467, 'Error validating access token: The access token is invalid since the user has engaged the logout flow.'],
  [492, 'Error validating access token: The user must be an administrator of the page.'],
]);

export function expiredToken(expiredAt: number, now: number): GraphError {
  return invalidToken(
    463,
    `Error validating access token: Session has expired on ${pacific(expiredAt)}. The current time is ${pacific(now)}.`,
  );
}

function pacific(instant: number): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Los_Angeles',
    weekday: 'long',
    day: '2-digit',
    month: 'short',
    year: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const at = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${at('weekday')}, ${at('day')}-${at('month')}-${at('year')} ${at('hour')}:${at('minute')}:${at('second')} PST`;
}
