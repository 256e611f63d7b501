import type { Account, MediaItem } from '@tidemark/contract';
import { formatText } from '@tidemark/presentation';
import { Link } from '@tanstack/react-router';
import {
  ChartSpline,
  Check,
  CircleDashed,
  Clapperboard,
  ExternalLink,
  Image,
  Images,
  type LucideIcon,
  Video,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { displayName } from '#web/features/accounts/index.ts';
import { ApproximateDot, ownerName } from '#web/features/metrics/index.ts';
import { periodSearch } from '#web/features/periods/index.ts';
import { webAddress } from '#web/features/posts/index.ts';
import { compactNumber, dateLabel, durationLabel } from '#web/platform/format.ts';
import { mediaName } from '#web/platform/media-name.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import styles from './highlights-card.module.css';

const icons: Record<string, LucideIcon> = {
  reel: Clapperboard,
  video: Video,
  carousel: Images,
  story: CircleDashed,
  image: Image,
};

interface MediaCardProps {
  item: MediaItem;
  account: Account | undefined;
  selected: boolean;
  /** Highlights the item with the most interactions. */
  best: boolean;
  onToggle: () => void;
}

export function MediaCard({ item, account, selected, best, onToggle }: MediaCardProps) {
  const caption = mediaName(item);
  const link = webAddress(item.permalink);
  const owner = account ? displayName(account) : ownerName(item.accountId);
  return (
    <li className={styles.item} data-best={best || undefined}>
      <button type="button" className={styles.pick} aria-pressed={selected} onClick={onToggle}>
        <Picture item={item} />
        <span className={styles.owner}>
          <Avatar src={account?.picture ?? account?.profile_picture_url} name={owner} size={24} />
        </span>
        {selected && (
          <span className={styles.tick}>
            <Check size={15} aria-hidden="true" />
          </span>
        )}
        <span className={styles.words}>
          <span className={styles.caption} dir="auto">
            {caption}
          </span>
          <span className={styles.meta}>
            {formatText(item)}
            <span className="vh"> of {owner}</span> · {dateLabel(item.timestamp)}
          </span>
          <span className={styles.counts}>
            <Count word="reach" value={item.metrics.reach} />
            <Count word="views" value={item.metrics.views} />
            <Count word="interactions" value={item.metrics.total_interactions}>
              <ApproximateDot approx={item.approx} format={null} small passive />
            </Count>
          </span>
        </span>
      </button>
      {best && <span className={styles.bestMark}>Most interactions</span>}
      <Link
        to="/account/$id/post/$mediaId"
        params={{ id: item.accountId, mediaId: item.mediaId }}
        search={periodSearch}
        className={styles.details}
        data-control
        aria-label={`Details: ${caption}`}
      >
        <ChartSpline size={14} aria-hidden="true" />
      </Link>
      {link && (
        <a
          className={styles.open}
          data-control
          href={link}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open on Instagram: ${caption}`}
        >
          <ExternalLink size={14} aria-hidden="true" />
        </a>
      )}
    </li>
  );
}

interface CountProps {
  word: string;
  value: number | null;
  /** Follows the value, and is shown even without one. */
  children?: ReactNode;
}

function Count({ word, value, children }: CountProps) {
  if (value === null) return children;
  return (
    <span>
      <b>{compactNumber(value)}</b> {word} {children}
    </span>
  );
}

function Picture({ item }: { item: MediaItem }) {
  const [broken, setBroken] = useState<string | null>(null);
  const isVideo = item.mediaType === 'reel' || item.mediaType === 'video';
  const source = webAddress(item.thumbnailUrl) ?? (isVideo ? null : webAddress(item.mediaUrl));
  const Icon = icons[item.mediaType] ?? Image;
  return (
    <span className={styles.picture}>
      {source && source !== broken ? (
        <img src={source} alt="" loading="lazy" decoding="async" onError={() => setBroken(source)} />
      ) : (
        <Icon size={28} aria-hidden="true" />
      )}
      <span className={styles.format}>
        <Icon size={14} aria-hidden="true" />
      </span>
      {item.duration !== null && <span className={styles.duration}>{durationLabel(item.duration)}</span>}
    </span>
  );
}
