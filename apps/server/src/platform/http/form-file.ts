import { Failure } from '../failure.ts';

/** The one file of a form that was sent as multipart data, in the field named. Anything beside it is refused. */
export async function readFormFile(contentType: string | undefined, body: Buffer, field: string): Promise<Buffer> {
  if (!contentType?.toLowerCase().startsWith('multipart/form-data')) throw new Failure('unsupported_media_type');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch((cause: unknown) => {
      throw new Failure('invalid_input', undefined, { cause });
    });
  const [first, second] = form;
  if (!first || second || first[0] !== field || typeof first[1] === 'string')
    throw new Failure('invalid_input', {
      fields: [{ field: `body.${field}`, message: 'must be one file, and alone' }],
    });
  return Buffer.from(await first[1].arrayBuffer());
}
