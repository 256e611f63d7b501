import type { MediaItem } from '@tidemark/contract';
import { formatText } from '@tidemark/presentation';
import { Check } from 'lucide-react';
import type { CSSProperties } from 'react';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { FormatSign, PostPicture } from '#web/features/posts/index.ts';
import { compactNumber, dateLabel } from '#web/platform/format.ts';
import { mediaName } from '#web/platform/media-name.ts';
import styles from './media-strip.module.css';

interface StripCardProps {
  item: MediaItem;
  /** Position and total, because only a few cards are in the DOM. */
  position: number;
  count: number;
  selected: boolean;
  /** True for the card that is the tab stop. */
  isStop: boolean;
  style: CSSProperties;
  onToggle: () => void;
}

export function StripCard({ item, position, count, selected, isStop, style, onToggle }: StripCardProps) {
  return (
    <li className={styles.item} style={style} aria-posinset={position + 1} aria-setsize={count}>
      <button
        type="button"
        className={styles.pick}
        aria-pressed={selected}
        tabIndex={isStop ? 0 : -1}
        data-index={position}
        onClick={onToggle}
      >
        <span className={styles.thumb}>
          <PostPicture source={item.thumbnailUrl} mediaType={item.mediaType} className={styles.picture} />
          <span className={styles.sign}>
            <FormatSign mediaType={item.mediaType} size={13} />
          </span>
          {selected && (
            <span className={styles.tick}>
              <Check size={14} aria-hidden="true" />
            </span>
          )}
        </span>
        <span className={styles.caption} dir="auto">
          {mediaName(item)}
        </span>
        <span className={styles.meta}>
          {formatText(item)} · {dateLabel(item.timestamp)}
          {item.metrics.total_interactions !== null && (
            <>
              <span aria-hidden="true"> · </span>
              <b className="num">{compactNumber(item.metrics.total_interactions)}</b>
              <span className="vh"> interactions</span>{' '}
              <ApproximateDot approx={item.approx} format={null} small passive />
            </>
          )}
        </span>
      </button>
    </li>
  );
}
