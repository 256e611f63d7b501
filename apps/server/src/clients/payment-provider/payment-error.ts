import Stripe from 'stripe';

/**
 * Reasons for a failed payment provider call: it cannot be reached, our key is invalid, the object is missing, or it
 * refused.
 */
export type PaymentFailureKind = 'unavailable' | 'key' | 'missing' | 'refused';

export class PaymentError extends Error {
  kind: PaymentFailureKind;
  /** The provider's name for the parameter concerned. */
  param: string | null;
  constructor(
    kind: PaymentFailureKind,
    message: string,
    { param = null, cause }: { param?: string | null; cause?: unknown },
  ) {
    super(message, { cause });
    this.kind = kind;
    this.param = param;
  }
}

/** Returns the result, or converts a Stripe error to a `PaymentError`. */
export async function wrapStripeErrors<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (cause) {
    throw toPaymentFailure(cause);
  }
}

function toPaymentFailure(cause: unknown): PaymentError {
  if (cause instanceof PaymentError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof Stripe.errors.StripeAuthenticationError || cause instanceof Stripe.errors.StripePermissionError)
    return new PaymentError('key', message, { cause });
  if (cause instanceof Stripe.errors.StripeInvalidRequestError)
    return new PaymentError(cause.code === 'resource_missing' ? 'missing' : 'refused', message, {
      param: cause.param ?? null,
      cause,
    });
  // No connection, rate limit, server error or unexpected response: may be temporary.
  return new PaymentError('unavailable', message, { cause });
}
