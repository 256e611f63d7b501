import { useState } from 'react';
import { FormatIcon, webAddress } from '#web/features/posts/index.ts';

const formats = { POST: 'Post', REEL: 'Reel', CAROUSEL: 'Carousel', STORY: 'Story' } as const;

interface ReportPictureProps {
  source: string | null;
  format: keyof typeof formats;
  className: string | undefined;
}

/** The thumbnail, or the format's icon if there is none. */
export function ReportPicture({ source, format, className }: ReportPictureProps) {
  const [isBroken, setBroken] = useState(false);
  // Shared pages contain their pictures.
  const address = source?.startsWith('data:image/webp;') ? source : webAddress(source);
  return (
    <span className={className}>
      {address && !isBroken ? (
        <img src={address} alt="" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <FormatIcon format={formats[format]} size={20} />
      )}
    </span>
  );
}
