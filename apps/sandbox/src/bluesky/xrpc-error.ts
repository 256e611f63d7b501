/** An error as Bluesky's servers answer it: https://atproto.com/specs/xrpc#error-responses */
export class XrpcError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
