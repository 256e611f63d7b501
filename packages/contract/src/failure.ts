/** Every API error with its status and message. Codes are stable, messages may improve. */
export const failures = {
  invalid_input: { status: 400, message: 'The request is not valid.' },
  unauthenticated: { status: 401, message: 'Sign in to continue.' },
  forbidden: { status: 403, message: 'You don’t have permission to do this.' },
  key_rejected: { status: 401, message: 'The API key is not valid. It may have expired or been revoked.' },
  key_scope_missing: { status: 403, message: 'This API key doesn’t have the scope this call requires.' },
  key_not_accepted: { status: 403, message: 'API keys can’t make this call. Sign in instead.' },
  insufficient_scope: { status: 403, message: 'This access token doesn’t have the scope this call requires.' },
  key_limit_reached: { status: 409, message: 'You’ve reached the limit of API keys. Revoke one first.' },
  not_found: { status: 404, message: 'Not found.' },
  method_not_allowed: { status: 405, message: 'Method not allowed.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'The content type is not supported.' },
  cross_site_request: { status: 403, message: 'This request did not come from this site.' },
  misdirected: { status: 421, message: 'This server doesn’t serve this host name. Set it in APP_URL.' },
  too_many_requests: { status: 429, message: 'Too many requests. Try again in a moment.' },
  overloaded: { status: 503, message: 'The server is busy. Try again in a moment.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  login_not_decryptable: {
    status: 500,
    message:
      'Your stored Meta login can’t be decrypted because the server’s encryption key is missing or was changed. Ask your operator to restore the key, or connect again.',
  },
  database_unavailable: { status: 503, message: 'The database is not responding. Try again in a moment.' },
  idp_unavailable: { status: 503, message: 'The identity provider is not responding. Try again in a moment.' },

  credentials_rejected: { status: 422, message: 'Incorrect email address or password.' },
  code_rejected: {
    status: 422,
    message: 'This code is not correct. Enter the current one from your authenticator app.',
  },
  passkey_rejected: { status: 422, message: 'This passkey was not accepted. Try again, or use your password.' },
  password_weak: { status: 422, message: 'This password is too easy to guess.' },
  password_wrong: { status: 422, message: 'Your current password is not correct.' },
  sign_in_blocked: { status: 429, message: 'Too many attempts. Try again later.' },
  sign_in_expired: { status: 409, message: 'This sign-in has expired. Start again.' },
  link_invalid: {
    status: 404,
    message: 'This link has expired or was already used. Ask your operator for a new one.',
  },
  email_taken: { status: 409, message: 'Another user already signs in with this email address.' },
  email_changed: { status: 409, message: 'The user has changed the email address again. Check the new one.' },
  sign_in_again: {
    status: 403,
    message: 'Sign in again first: this needs a sign-in within the last ten minutes.',
  },
  second_factor_required: {
    status: 403,
    message: 'Set up an authenticator app first: this site requires a second factor.',
  },
  last_credential: { status: 409, message: 'This is your only way to sign in. Set a password or add a passkey first.' },
  sign_in_elsewhere: { status: 409, message: 'You sign in with another identity provider. Change this there.' },

  user_disabled: { status: 403, message: 'This user is disabled.' },
  user_deleted: { status: 403, message: 'This account was deleted. Sign in again to start over.' },
  workspace_not_found: { status: 404, message: 'Workspace not found.' },
  workspace_not_empty: {
    status: 409,
    message: 'This member already has accounts, labels or reports of their own, which would be mixed with yours.',
  },
  role_insufficient: { status: 403, message: 'Your role in this workspace doesn’t allow this. Ask one of its owners.' },
  member_not_found: { status: 404, message: 'Member not found.' },
  member_exists: { status: 409, message: 'This person is already a member of the workspace.' },
  member_limit_reached: { status: 409, message: 'A workspace can have at most 200 members. Remove one first.' },
  invitation_not_found: { status: 404, message: 'Invitation not found.' },
  invitation_invalid: {
    status: 404,
    message: 'This invitation has expired or was already used. Ask for a new one.',
  },
  user_not_found: { status: 404, message: 'User not found.' },
  last_operator: { status: 409, message: 'At least one operator is required. Make another user an operator first.' },
  not_oneself: { status: 409, message: 'You can’t do this to yourself.' },
  account_not_found: { status: 404, message: 'Account not found.' },
  work_not_found: { status: 404, message: 'There is no background work with this name.' },
  backups_not_configured: { status: 409, message: 'Tidemark has no folder for backups: set BACKUP_DIR.' },
  account_unreachable: {
    status: 409,
    message: 'Your Meta Business login doesn’t list this account. Reconnect or unlink it.',
  },
  media_not_found: { status: 404, message: 'Media not found.' },
  view_not_found: { status: 404, message: 'Group or view not found.' },
  view_limit_reached: {
    status: 409,
    message: 'You’ve reached the limit of 50 groups and views. Delete one to add another.',
  },
  annotation_not_found: { status: 404, message: 'Annotation not found.' },
  annotation_limit_reached: {
    status: 409,
    message: 'You’ve reached the limit of 500 annotations. Delete one to add another.',
  },
  app_comparison_not_found: { status: 404, message: 'Comparison not found.' },
  app_comparison_limit_reached: {
    status: 409,
    message: 'You’ve reached the limit of 500 comparisons. Delete one to add another.',
  },
  label_not_found: { status: 404, message: 'Label not found.' },
  label_name_taken: { status: 409, message: 'You already have a label with this name.' },
  label_limit_reached: { status: 409, message: 'You’ve reached the limit of 50 labels. Delete one to add another.' },
  label_full: { status: 409, message: 'A label can have at most 5,000 posts.' },
  label_has_rule: { status: 409, message: 'This label follows its rule. Change the rule instead.' },
  label_kind_fixed: {
    status: 409,
    message: 'This label is assigned by hand and can’t have a rule. Create a new label instead.',
  },
  label_test_running: { status: 409, message: 'The rule is locked because a test depends on it.' },
  comment_limit_reached: { status: 409, message: 'A report can have at most 200 comments. Delete one to add another.' },
  report_limit_reached: { status: 409, message: 'You’ve reached the limit of 50 reports. Delete one to add another.' },
  account_limit_reached: { status: 403, message: 'You’ve reached your plan’s account limit.' },
  peer_limit_reached: { status: 403, message: 'You’ve reached your plan’s peer limit.' },
  peer_username_invalid: {
    status: 422,
    message: 'Enter a username, such as @fjordlys.kitchen, or a profile URL on instagram.com.',
  },
  peer_not_found: {
    status: 422,
    message:
      'No public professional account has this username. Personal, private and age-restricted accounts can’t be compared.',
  },
  peer_is_own: { status: 409, message: 'You can’t compare an account with itself. Enter another username.' },
  peer_exists: { status: 409, message: 'This account is already a peer.' },
  peer_not_listed: { status: 404, message: 'Peer not found.' },
  peer_login_needed: {
    status: 409,
    message: 'This account’s Meta Business login isn’t working. Reconnect it and try again.',
  },
  peer_page_needed: {
    status: 409,
    message:
      'This account is connected without a Facebook Page, and Instagram shows other accounts only to a Meta Business login. Link it to a Page and connect Meta Business to compare it with peers.',
  },
  export_too_large: { status: 422, message: 'There are too many posts to export at once. Choose a shorter range.' },
  subscription_inactive: { status: 403, message: 'An active subscription is required.' },

  meta_not_connected: { status: 400, message: 'Meta connection is not available or token is invalid' },
  meta_code_refused: { status: 400, message: 'Failed to authorize Meta account' },
  meta_permissions_missing: { status: 422, message: 'Some permissions were not granted.' },
  meta_configured: { status: 409, message: 'A Meta app is already configured. Change it on the server.' },
  instagram_configured: { status: 409, message: 'An Instagram app is already configured. Change it on the server.' },
  configuration_read_only: {
    status: 409,
    message: 'Environment variables set this. Change them on the server.',
  },
  meta_unavailable: { status: 503, message: 'Meta is not responding. Try again in a moment.' },

  bluesky_handle_unknown: {
    status: 422,
    message: 'No account on Bluesky has this handle. Enter it in full, such as fjordlys.bsky.social.',
  },
  bluesky_account_hidden: {
    status: 422,
    message: 'Bluesky does not show this account. It was deactivated, suspended or deleted.',
  },
  bluesky_login_expired: {
    status: 409,
    message: 'This sign-in took too long, was used before or belongs to another user. Start again.',
  },
  bluesky_login_denied: { status: 422, message: 'You did not allow access at Bluesky, so nothing was connected.' },
  bluesky_login_refused: { status: 422, message: 'The account’s server did not confirm the sign-in. Start again.' },
  bluesky_login_not_found: { status: 404, message: 'You have not connected this account on Bluesky.' },
  bluesky_unavailable: {
    status: 503,
    message: 'Bluesky, or the server of this account, is not responding. Try again in a moment.',
  },
  network_not_enabled: { status: 404, message: 'This site does not offer this network.' },
  instagram_not_configured: { status: 404, message: 'This site does not offer logins at Instagram.' },
  instagram_login_expired: {
    status: 409,
    message: 'This login took too long or belongs to another user. Start again.',
  },
  instagram_code_refused: { status: 422, message: 'Instagram did not confirm the login. Start again.' },
  instagram_permissions_missing: {
    status: 422,
    message: 'Some permissions were not granted. Connect again and leave all of them switched on.',
  },
  instagram_account_personal: {
    status: 422,
    message:
      'This is a personal account, for which Instagram provides no metrics. Switch it to a professional account in the Instagram app (Settings, Account type and tools), which is free, then connect again.',
  },
  instagram_account_restricted: {
    status: 422,
    message:
      'Instagram does not let apps read this account. That happens to accounts with an age limit, and to accounts that Instagram has restricted.',
  },
  instagram_login_not_found: { status: 404, message: 'There is no login at Instagram for this account.' },

  deletion_not_found: { status: 404, message: 'Deletion not found.' },

  document_not_found: { status: 404, message: 'Document not found.' },
  live_token_invalid: { status: 401, message: 'The live token is not valid.' },
  image_invalid: { status: 400, message: 'Please select a valid image file' },
  image_too_large: { status: 413, message: 'Image size must be less than 5MB' },
  image_superseded: { status: 409, message: 'A newer upload replaced this image.' },
  logo_invalid: { status: 400, message: 'Choose a PNG or JPEG image.' },
  logo_too_large: { status: 413, message: 'The logo must not be larger than 1 MB.' },
  file_not_found: { status: 404, message: 'File not found.' },
  storage_full: { status: 507, message: 'Storage is full. Contact your administrator.' },
  no_payment_portal: { status: 409, message: 'This plan is not billed through the payment portal.' },
  request_not_found: { status: 404, message: 'Feature request not found.' },
  roadmap_unavailable: { status: 503, message: 'Unable to load roadmap.' },
  plan_not_found: { status: 404, message: 'Plan not found.' },
  plan_not_for_sale: { status: 409, message: 'This plan is not for sale.' },
  payments_off: { status: 409, message: 'No payment provider is configured. Operators assign plans.' },
  payment_unavailable: { status: 503, message: 'The payment provider is not responding. Try again in a moment.' },
  subscription_exists: { status: 409, message: 'You already have a subscription. Change it in the payment portal.' },
  mail_off: { status: 409, message: 'This server can’t send mail yet. Ask your operator to set SMTP_URL.' },
  mail_link_invalid: {
    status: 404,
    message: 'This link has expired, was replaced by a newer one, or is incomplete.',
  },
  recipient_exists: { status: 409, message: 'You already have this address.' },
  recipient_limit_reached: {
    status: 409,
    message: 'You’ve reached the limit of 10 addresses. Remove one to add another.',
  },
  recipient_not_confirmed: { status: 409, message: 'This address is not confirmed or was disabled.' },
  recipient_left: {
    status: 409,
    message: 'This recipient has unsubscribed. Send a confirmation link so they can resubscribe.',
  },
  confirmation_limit_reached: {
    status: 429,
    message: 'Too many confirmation links were sent to this address today. Try again tomorrow.',
  },
  digest_empty: { status: 409, message: 'There is nothing to report yet. Try again when an account has data.' },
  webhook_url_not_allowed: {
    status: 422,
    message: 'Use a public https address without a user name or password.',
  },
  share_not_found: {
    status: 404,
    message: 'This link doesn’t work. It may be incomplete, or its owner may have revoked it.',
  },
  share_expired: { status: 410, message: 'This link has expired. Ask the sender for a new one.' },
  share_empty: { status: 410, message: 'There is nothing left to show at this link.' },
  share_revoked: { status: 409, message: 'This link was revoked. Create a new one.' },
  share_limit_reached: {
    status: 409,
    message: 'You’ve reached the limit of 50 share links. Delete one to add another.',
  },
  passcode_rejected: { status: 422, message: 'This passcode is not correct.' },
  passcode_blocked: { status: 429, message: 'Too many attempts. Try again later.' },
  signature_invalid: { status: 400, message: 'The signature is not valid.' },
  price_not_found: { status: 422, message: 'The payment provider has no recurring price with this ID.' },
  price_taken: { status: 409, message: 'Another plan already uses this price.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type FailureCode = keyof typeof failures;

/** Errors that any endpoint may return without declaring them. */
export const commonFailures = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'workspace_not_found',
  'role_insufficient',
  'user_disabled',
  'user_deleted',
  'key_rejected',
  'key_scope_missing',
  'key_not_accepted',
  'insufficient_scope',
  'sign_in_again',
  'second_factor_required',
  'payload_too_large',
  'unsupported_media_type',
  'misdirected',
  'too_many_requests',
  'overloaded',
  'internal_error',
  'login_not_decryptable',
  'database_unavailable',
  'idp_unavailable',
] as const satisfies readonly FailureCode[];

/**
 * Body of every error response. `success` and `message` duplicate `error` for clients that expect them at the top
 * level.
 */
export interface FailureBody {
  success: false;
  message: string;
  error: { code: FailureCode; message: string; details?: unknown; requestId: string };
}
