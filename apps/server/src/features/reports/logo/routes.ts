import {
  deleteReportLogo,
  getReportLogo,
  reportLogoBytes,
  reportLogoField,
  setReportColor,
  uploadReportLogo,
} from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { reencodePicture } from '../../../platform/files/reencode-picture.ts';
import { readFormFile } from '../../../platform/http/form-file.ts';
import { route } from '../../../platform/http/route.ts';
import { createSerialQueue } from '../../../platform/serial-queue.ts';
import type { ReportDeps } from '../report.ts';
import { findBrand, saveBrand } from './queries.ts';

/** Four pixels for each point that it takes up at most in a document. */
const maxSize = { width: 480, height: 200 };

const toDataUrl = (image: Buffer) => `data:image/png;base64,${image.toString('base64')}`;

const toLogo = (bytes: Buffer) =>
  reencodePicture(bytes, { kinds: ['jpeg', 'png'], failure: 'logo_invalid' }, (picture) =>
    picture
      .resize({ ...maxSize, fit: 'inside', withoutEnlargement: true })
      .png({ palette: true, quality: 95, compressionLevel: 9 }),
  );

export function logoRoutes({ db, clock }: Pick<ReportDeps, 'db' | 'clock'>) {
  const runSerially = createSerialQueue();
  return [
    route(getReportLogo, async ({ viewer: { userId } }) => {
      const { logo, color } = await findBrand(db, userId, { showsLogo: true });
      return { logo: logo && toDataUrl(logo), color };
    }),

    route(uploadReportLogo, async ({ viewer: { userId }, rawBody, reply }) => {
      const bytes = await readFormFile(reply.request.headers['content-type'], rawBody, reportLogoField);
      if (bytes.length > reportLogoBytes) throw new ApiError('logo_too_large');
      const image = await runSerially(() => toLogo(bytes));
      await saveBrand(db, userId, { image, now: clock() });
      return { logo: toDataUrl(image) };
    }),

    route(deleteReportLogo, async ({ viewer: { userId } }) => {
      await saveBrand(db, userId, { image: null, now: clock() });
      return { success: true as const };
    }),

    route(setReportColor, async ({ viewer: { userId }, body: { color } }) => {
      await saveBrand(db, userId, { color, now: clock() });
      return { color };
    }),
  ];
}
