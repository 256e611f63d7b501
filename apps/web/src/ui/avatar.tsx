import { type CSSProperties, useState } from 'react';
import styles from './avatar.module.css';
import { DrawnAvatar } from './drawn-avatar.tsx';
import { NetworkIcon, type NetworkName } from './network-icon.tsx';

interface AvatarProps {
  src: string | null | undefined;
  /** The owner's name, from which a missing or broken picture is drawn. */
  name: string;
  size?: number;
  /** Ring colour, such as `var(--s1)`. */
  ring?: string;
  dashed?: boolean;
  network?: NetworkName;
  /** Set it if the name is not written next to the avatar. */
  alt?: string;
  className?: string;
}

export function Avatar({ src, name, size = 32, ring, dashed = false, network, alt = '', className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const style: CSSProperties & Record<'--ring', string | undefined> = { width: size, height: size, '--ring': ring };
  return (
    <span
      className={[styles.avatar, ring && styles.ringed, dashed && styles.dashed, className].filter(Boolean).join(' ')}
      style={style}
      role={alt ? 'img' : undefined}
      aria-label={alt || undefined}
      aria-hidden={alt ? undefined : true}
    >
      <span className={styles.face} style={{ display: 'block' }}>
        {src && src !== broken ? (
          <img
            src={src}
            alt=""
            width={size}
            height={size}
            loading="lazy"
            decoding="async"
            onError={() => setBroken(src)}
          />
        ) : (
          <DrawnAvatar name={name} />
        )}
      </span>
      {network && (
        <span className={styles.badge} data-network={network}>
          <NetworkIcon network={network} />
        </span>
      )}
    </span>
  );
}
