import Stripe from 'stripe';

/** Why the provider did not do what it was asked: it cannot be reached, it does not take our key, or it refuses. */
export type PaymentFailureKind = 'unavailable' | 'key' | 'missing' | 'refused';

export class PaymentFailure extends Error {
  kind: PaymentFailureKind;
  /** The parameter it is about, in the provider's words. */
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

/** Passes an answer on, and says in our words why there is none. */
export async function understood<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (cause) {
    throw toPaymentFailure(cause);
  }
}

function toPaymentFailure(cause: unknown): PaymentFailure {
  if (cause instanceof PaymentFailure) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof Stripe.errors.StripeAuthenticationError || cause instanceof Stripe.errors.StripePermissionError)
    return new PaymentFailure('key', message, { cause });
  if (cause instanceof Stripe.errors.StripeInvalidRequestError)
    return new PaymentFailure(cause.code === 'resource_missing' ? 'missing' : 'refused', message, {
      param: cause.param ?? null,
      cause,
    });
  // No connection, too many requests, a fault of theirs, or an answer of another shape: it may pass.
  return new PaymentFailure('unavailable', message, { cause });
}
