import type { MediaType } from '@tidemark/contract';
import { CircleDashed, Clapperboard, Image, Images, type LucideIcon, Video } from 'lucide-react';
import { useState } from 'react';
import { webAddress } from './post-format.ts';
import styles from './post-picture.module.css';

const icons: Record<string, LucideIcon> = {
  reel: Clapperboard,
  video: Video,
  carousel: Images,
  story: CircleDashed,
  image: Image,
};

interface PostPictureProps {
  source: string | null;
  mediaType: MediaType;
  className?: string;
}

/** The thumbnail, or the format's icon if there is none. */
export function PostPicture({ source, mediaType, className }: PostPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const address = webAddress(source);
  return (
    <span className={[styles.picture, className].filter(Boolean).join(' ')}>
      {address && address !== broken ? (
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => setBroken(address)} />
      ) : (
        <FormatSign mediaType={mediaType} size={26} />
      )}
    </span>
  );
}

export function FormatSign({ mediaType, size = 15 }: { mediaType: MediaType; size?: number }) {
  const Icon = icons[mediaType] ?? Image;
  return <Icon size={size} aria-hidden="true" />;
}
