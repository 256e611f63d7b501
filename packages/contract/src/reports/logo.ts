import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const reportLogoField = 'logo';
/** Maximum logo size. */
export const reportLogoBytes = 1024 * 1024;

/** A color of a workspace's reports and of its clients' pages, in lower case. */
export const BrandColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a color as six hexadecimal digits, such as #1d4ed8')
  .transform((color) => color.toLowerCase());

/** A PNG as a `data:` URL. */
const Logo = z.string();

export const getReportLogo = endpoint({
  method: 'GET',
  path: '/reports/logo',
  access: 'user',
  member: 'client',
  cost: 'read',
  summary: 'Returns the logo of the caller’s reports as a data URL, and their color; null without',
  response: z.object({ logo: Logo.nullable(), color: z.string().nullable() }),
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

export const setReportColor = endpoint({
  method: 'PUT',
  path: '/reports/color',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Sets the color of the caller’s reports, which clients see on all pages; null removes it',
  body: z.strictObject({ color: BrandColor.nullable() }),
  response: z.object({ color: z.string().nullable() }),
  failures: [],
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
