interface StripeError {
  type: 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error' | 'authentication_error';
  message: string;
  code?: string;
  param?: string;
}

export class StripeApiError extends Error {
  readonly status: number;
  readonly error: StripeError;

  constructor(status: number, error: StripeError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }

  static missing(kind: string, id: string, param: string): StripeApiError {
    return new StripeApiError(kind === 'customer' || param !== 'id' ? 400 : 404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param,
      message: `No such ${kind}: '${id}'`,
    });
  }
}
