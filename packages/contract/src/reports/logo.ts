import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const reportLogoField = 'logo';
/** Maximum logo size. */
export const reportLogoBytes = 1024 * 1024;

/** A PNG as a `data:` URL. */
const Logo = z.string();

export const getReportLogo = endpoint({
  method: 'GET',
  path: '/reports/logo',
  access: 'user',
  member: 'client',
  cost: 'read',
  summary: 'Returns the logo of the caller’s reports as a data URL; null without one',
  response: z.object({ logo: Logo.nullable() }),
  failures: [],
});

export const uploadReportLogo = endpoint({
  method: 'POST',
  path: '/reports/logo',
  access: 'user',
  member: 'editor',
  cost: 'upload',
  limits: ['logoUpload'],
  summary: 'Uploads the logo of the caller’s reports, a JPEG or PNG, as multipart form data (`logo`)',
  rawBody: true,
  // Leaves room for the form around it, and lets slightly larger files get the precise error.
  maxBytes: 2 * reportLogoBytes,
  response: z.object({ logo: Logo }),
  failures: ['logo_invalid', 'logo_too_large'],
});

export const deleteReportLogo = endpoint({
  method: 'DELETE',
  path: '/reports/logo',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Deletes the logo of the caller’s reports',
  response: z.object({ success: z.literal(true) }),
  failures: [],
});
