import { ApiError } from '../api-error.ts';

/** Returns a multipart form's single file, in the named field. Anything more is rejected. */
export async function readFormFile(contentType: string | undefined, body: Buffer, field: string): Promise<Buffer> {
  if (!contentType?.toLowerCase().startsWith('multipart/form-data')) throw new ApiError('unsupported_media_type');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch((cause: unknown) => {
      throw new ApiError('invalid_input', undefined, { cause });
    });
  const [first, second] = form;
  if (!first || second || first[0] !== field || typeof first[1] === 'string')
    throw new ApiError('invalid_input', {
      fields: [{ field: `body.${field}`, message: 'must be exactly one file' }],
    });
  return Buffer.from(await first[1].arrayBuffer());
}
