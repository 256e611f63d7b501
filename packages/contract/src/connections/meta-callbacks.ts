import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

// Named as Meta requires:
// https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback
export const receiveMetaDeletion = endpoint({
  method: 'POST',
  path: '/webhooks/meta/deletion',
  access: 'public',
  cost: 'write',
  rawBody: true,
  maxBytes: 16 * 1024,
  summary:
    'Deletes data obtained through a person’s Meta login after they asked Meta; takes a form with a signed_request',
  response: z.object({ url: z.url(), confirmation_code: z.string() }),
  failures: ['signature_invalid'],
});

export const readMetaDeletion = endpoint({
  method: 'GET',
  path: '/webhooks/meta/deletion/:code',
  access: 'public',
  cost: 'read',
  summary: 'Returns a data deletion’s status as plain text; the code grants access',
  params: z.strictObject({ code: z.string().min(1).max(64) }),
  response: z.string(),
  failures: ['deletion_not_found'],
});

export const receiveMetaDeauthorization = endpoint({
  method: 'POST',
  path: '/webhooks/meta/deauthorize',
  access: 'public',
  cost: 'write',
  rawBody: true,
  maxBytes: 16 * 1024,
  summary: 'Deletes a person’s Meta login after they removed the app on Facebook; takes a form with a signed_request',
  response: z.object({ success: z.literal(true) }),
  failures: ['signature_invalid'],
});

export const receiveInstagramDeletion = endpoint({
  method: 'POST',
  path: '/webhooks/instagram/deletion',
  access: 'public',
  cost: 'write',
  rawBody: true,
  maxBytes: 16 * 1024,
  summary:
    'Deletes data obtained through a login at Instagram after its person asked Instagram; takes a signed_request',
  response: z.object({ url: z.url(), confirmation_code: z.string() }),
  failures: ['signature_invalid'],
});

export const receiveInstagramDeauthorization = endpoint({
  method: 'POST',
  path: '/webhooks/instagram/deauthorize',
  access: 'public',
  cost: 'write',
  rawBody: true,
  maxBytes: 16 * 1024,
  summary: 'Deletes a login at Instagram after its person removed the app there; takes a form with a signed_request',
  response: z.object({ success: z.literal(true) }),
  failures: ['signature_invalid'],
});
