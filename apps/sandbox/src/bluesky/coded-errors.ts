class CodedError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** An error of an OAuth endpoint: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export class OAuthError extends CodedError {}

/** An error as Bluesky's servers answer it: https://atproto.com/specs/xrpc#error-responses */
export class XrpcError extends CodedError {}
