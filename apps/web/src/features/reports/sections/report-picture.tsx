import { useState } from 'react';
import { FormatIcon, webAddress } from '#web/features/posts/index.ts';
import styles from './report-sections.module.css';

export const reportFormats = { POST: 'Post', REEL: 'Reel', CAROUSEL: 'Carousel', STORY: 'Story' } as const;

/** The thumbnail, or the format's icon if there is none. */
export function ReportPicture({ source, format }: { source: string | null; format: keyof typeof reportFormats }) {
  const [isBroken, setBroken] = useState(false);
  // Shared pages contain their pictures.
  const address = source?.startsWith('data:image/webp;') ? source : webAddress(source);
  return (
    <span className={styles.picture}>
      {address && !isBroken ? (
        <img src={address} alt="" width={52} height={52} decoding="async" onError={() => setBroken(true)} />
      ) : (
        <FormatIcon format={reportFormats[format]} size={20} />
      )}
    </span>
  );
}
