import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { oneLine, visible } from '../plain-text.ts';

export const profileImageField = 'profileImage';
/** A picture must be smaller than this. */
export const profileImageBytes = 5 * 1024 * 1024;

export const uploadProfileImage = endpoint({
  method: 'POST',
  path: '/user/profile/upload-image',
  access: 'user',
  summary:
    'Takes a JPEG, PNG or WebP as multipart form data (`profileImage`). It is the profile’s once the profile is saved with its address',
  rawBody: true,
  // What stands around the picture in a form is small; who is a little over hears how large a picture may be.
  mostBytes: profileImageBytes + 1024 * 1024,
  response: z.object({ success: z.literal(true), imageUrl: z.string() }),
  failures: ['image_invalid', 'image_too_large', 'storage_full'],
});

const DisplayName = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(100)
  .regex(visible, 'is required')
  .regex(oneLine, 'must be one line of text');

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/user/profile',
  access: 'user',
  summary: 'Changes the caller’s name, or their picture to one that they uploaded',
  body: z
    .strictObject({ name: DisplayName.optional(), picture: z.string().min(1).max(200).optional() })
    .refine(({ name, picture }) => name !== undefined || picture !== undefined, 'must have a name or a picture'),
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
  summary: 'A picture that a user uploaded (image/webp). Its name is the right to see it',
  params: z.strictObject({ name: z.string().max(100) }),
  response: z.string(),
  failures: ['file_not_found'],
});

export const exportOwnData = endpoint({
  method: 'GET',
  path: '/user/export',
  access: 'user',
  summary: 'Everything that is stored about the caller and their linked accounts, as one ZIP archive',
  response: z.string(),
  failures: [],
});

export const deletionWord = 'DELETE';

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/user',
  access: 'user',
  summary: 'Deletes the caller and everything that is stored about them. The word keeps it from happening by mistake',
  body: z.strictObject({ confirm: z.literal(deletionWord) }),
  response: z.object({ success: z.literal(true) }),
  failures: [],
});
