/** Every refusal the API knows: its status and its sentence. Codes are stable, sentences may improve. */
export const failures = {
  invalid_input: { status: 400, message: 'The request is not valid.' },
  unauthenticated: { status: 401, message: 'Sign in to continue.' },
  forbidden: { status: 403, message: 'You may not do this.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'The content type is not supported.' },
  too_many_requests: { status: 429, message: 'Too many requests. Try again in a moment.' },
  overloaded: { status: 503, message: 'Too much is going on right now. Try again in a moment.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  database_unavailable: { status: 503, message: 'The database does not answer. Try again in a moment.' },
  idp_unavailable: { status: 503, message: 'The identity provider does not answer. Try again in a moment.' },

  user_disabled: { status: 403, message: 'This user is disabled.' },
  user_deleted: { status: 403, message: 'This account was deleted. Sign in again to start anew.' },
  user_not_found: { status: 404, message: 'There is no such user.' },
  last_operator: { status: 409, message: 'There must be an operator left: make somebody else one first.' },
  not_oneself: { status: 409, message: 'You cannot do this to yourself.' },
  account_not_found: { status: 404, message: 'There is no such account.' },
  media_not_found: { status: 404, message: 'There is no such media.' },
  account_limit_reached: { status: 403, message: 'Your plan does not allow more linked accounts.' },
  subscription_inactive: { status: 403, message: 'An active subscription is needed.' },

  meta_not_connected: { status: 400, message: 'Meta connection is not available or token is invalid' },
  meta_code_refused: { status: 400, message: 'Failed to authorize Meta account' },
  meta_permissions_missing: { status: 422, message: 'Not all permissions were granted.' },
  meta_unavailable: { status: 503, message: 'Meta does not answer. Try again in a moment.' },

  deletion_not_found: { status: 404, message: 'There is no deletion with this code.' },

  document_not_found: { status: 404, message: 'There is no such document.' },
  live_token_invalid: { status: 401, message: 'The live token is not valid.' },
  image_invalid: { status: 400, message: 'Please select a valid image file' },
  image_too_large: { status: 413, message: 'Image size must be less than 5MB' },
  file_not_found: { status: 404, message: 'There is no such file.' },
  storage_full: { status: 507, message: 'There is no room for more files. Tell your operator.' },
  no_payment_portal: { status: 409, message: 'This plan is not paid through a payment portal.' },
  request_not_found: { status: 404, message: 'There is no such feature request.' },
  roadmap_unavailable: { status: 503, message: 'Unable to load roadmap.' },
  plan_not_found: { status: 404, message: 'There is no such plan.' },
  plan_not_for_sale: { status: 409, message: 'This plan cannot be bought.' },
  payments_off: { status: 409, message: 'No payment provider is set up: operators give the plans.' },
  payment_unavailable: { status: 503, message: 'The payment provider does not answer. Try again in a moment.' },
  subscription_exists: { status: 409, message: 'You have a subscription already. Change it in the payment portal.' },
  signature_invalid: { status: 400, message: 'The signature is not valid.' },
  price_not_found: { status: 422, message: 'The payment provider has no such recurring price.' },
  price_taken: { status: 409, message: 'Another plan has this price already.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type FailureCode = keyof typeof failures;

/** What any endpoint may answer, whatever it declares. */
export const commonFailures = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'user_disabled',
  'user_deleted',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'overloaded',
  'internal_error',
  'database_unavailable',
  'idp_unavailable',
] as const satisfies readonly FailureCode[];

/** The body of every refusal. `success` and `message` stand beside `error` for clients that read them at the top. */
export interface FailureBody {
  success: false;
  message: string;
  error: { code: FailureCode; message: string; details?: unknown; requestId: string };
}
