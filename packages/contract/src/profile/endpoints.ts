import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enteredText } from '../entered-text.ts';
import { oneLine, visible } from '../plain-text.ts';

export const profileImageField = 'profileImage';
/** Upper limit for a picture's size (exclusive). */
export const profileImageBytes = 5 * 1024 * 1024;

export const uploadProfileImage = endpoint({
  method: 'POST',
  path: '/user/profile/upload-image',
  access: 'user',
  member: 'person',
  cost: 'upload',
  summary:
    'Uploads a JPEG, PNG or WebP as multipart form data (`profileImage`); save the profile with the returned URL to use it',
  rawBody: true,
  // Leaves room for the form around the picture, and lets slightly larger pictures get the precise error.
  maxBytes: profileImageBytes + 1024 * 1024,
  response: z.object({ success: z.literal(true), imageUrl: z.string() }),
  failures: ['image_invalid', 'image_superseded', 'image_too_large', 'storage_full'],
});

const DisplayName = enteredText(100)
  .min(1, 'is required')
  .regex(visible, 'is required')
  .regex(oneLine, 'must be a single line');

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/user/profile',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Updates the caller’s name or sets an uploaded picture',
  body: z
    .strictObject({ name: DisplayName.optional(), picture: z.string().min(1).max(200).optional() })
    .refine(({ name, picture }) => name !== undefined || picture !== undefined, 'must include a name or a picture'),
  response: z.object({
    success: z.literal(true),
    user: z.object({ name: z.string(), picture: z.string().nullable() }),
  }),
  failures: ['image_invalid'],
});

export const getFile = endpoint({
  method: 'GET',
  path: '/files/:name',
  access: 'public',
  cost: 'read',
  summary: 'Returns an uploaded picture (image/webp); the unguessable file name grants access',
  params: z.strictObject({ name: z.string().max(100) }),
  response: z.string(),
  failures: ['file_not_found'],
});

export const exportOwnData = endpoint({
  method: 'GET',
  path: '/user/export',
  access: 'user',
  member: 'person',
  recentSignIn: true,
  cost: 'export',
  summary: 'Exports all data about the caller and their linked accounts as a ZIP archive',
  response: z.string(),
  failures: [],
});

export const deletionWord = 'DELETE';

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/user',
  access: 'user',
  member: 'person',
  recentSignIn: true,
  cost: 'external',
  summary: 'Deletes the caller and all their data; requires the confirmation word',
  body: z.strictObject({ confirm: z.literal(deletionWord) }),
  response: z.object({ success: z.literal(true) }),
  failures: [],
});
