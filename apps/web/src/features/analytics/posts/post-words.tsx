import type { PostRow } from '@tidemark/contract';
import { AtSign, Bookmark, Clock, Eye, Hash, Heart, MessageCircle, Send, UserPlus, Users } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { gridNumber } from '#web/platform/format.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { FormatIcon } from './format-icon.tsx';
import { formatOf, marked, shortCaption, watchTime } from './post-format.ts';
import styles from './posts-grid.module.css';

/** Caption, format, what it names, and what people did with it. */
export function PostWords({ row }: { row: PostRow }) {
  const format = formatOf(row);
  const hashtags = marked('#', row.hashtags);
  const mentions = marked('@', row.mentions);
  const collaborators = marked('@', row.collaborators);
  return (
    <div className={styles.words}>
      <p className={styles.caption} title={row.caption.length > 100 ? row.caption : undefined} dir="auto">
        {shortCaption(row.caption)}
      </p>
      <div className={styles.facts}>
        <Fact tip={format} word={format}>
          <FormatIcon format={format} />
        </Fact>
        <Names icon={Hash} names={hashtags} what="hashtags" />
        <Names icon={AtSign} names={mentions} what="mentions" />
        <Names icon={Users} names={collaborators} what="collaborators" />
        <span className={styles.divider} aria-hidden="true" />
        <Count icon={Eye} value={row.views} what="Views" />
        <Count icon={Heart} value={row.likes} what="Likes" />
        <Count icon={MessageCircle} value={row.comments} what="Comments" />
        <Count icon={Bookmark} value={row.saved} what="Saves" />
        <Count icon={Send} value={row.shares} what="Shares" />
        <Count icon={UserPlus} value={row.follows || null} what="Follows" />
        {row.ig_reels_avg_watch_time !== null && (
          <Fact tip="Average watch time" word="average watch time">
            <Clock size={14} aria-hidden="true" />
            {watchTime(row.ig_reels_avg_watch_time)}
          </Fact>
        )}
      </div>
    </div>
  );
}

interface FactProps {
  tip: string;
  /** Said instead of the icon. */
  word: string;
  children: ReactNode;
}

function Fact({ tip, word, children }: FactProps) {
  return (
    <Tooltip text={tip} describes={false}>
      <span className={styles.fact}>
        {children} <span className="vh">{word}</span>
      </span>
    </Tooltip>
  );
}

type Icon = ComponentType<{ size: number; 'aria-hidden': 'true' }>;

function Count({ icon: Icon, value, what }: { icon: Icon; value: number | null; what: string }) {
  if (value === null) return null;
  return (
    <Fact tip={what} word={what.toLowerCase()}>
      <Icon size={14} aria-hidden="true" />
      {gridNumber(value)}
    </Fact>
  );
}

const namesShown = 12;

/** How many, and in the tooltip which. */
function Names({ icon: Icon, names, what }: { icon: Icon; names: readonly string[]; what: string }) {
  if (names.length === 0) return null;
  const more = names.length - namesShown;
  return (
    <Tooltip text={names.slice(0, namesShown).join(' ') + (more > 0 ? ` and ${more} more` : '')}>
      <button type="button" className={styles.fact} aria-label={`${names.length} ${what}`}>
        <Icon size={14} aria-hidden="true" />
        {names.length}
      </button>
    </Tooltip>
  );
}
