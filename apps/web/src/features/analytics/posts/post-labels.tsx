import type { PostRow } from '@tidemark/contract';
import { AtSign, Bookmark, Clock, Eye, Hash, Heart, MessageCircle, Send, UserPlus, Users } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { gridNumber, plural } from '#web/platform/format.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { FormatIcon } from './format-icon.tsx';
import { toFormat, marked, shortCaption, watchTime } from './post-format.ts';
import styles from './posts-grid.module.css';

/** Caption, format, names it mentions, and interactions. */
export function PostLabels({ row }: { row: PostRow }) {
  const format = toFormat(row);
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
        {row.isCollaboration && (
          <Tooltip text={`Published by ${row.author.name}, with this account as a collaborator`}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach its tooltip or scroll area */}
            <span className={styles.collab} tabIndex={0} dir="auto">
              Collab · {row.author.name}
            </span>
          </Tooltip>
        )}
        <Names icon={Hash} names={hashtags} what="hashtag" />
        <Names icon={AtSign} names={mentions} what="mention" />
        <Names icon={Users} names={collaborators} what="collaborator" />
        <span className={styles.divider} aria-hidden="true" />
        <Count icon={Eye} value={row.views} total={row.total_views} what="Views" />
        <Count icon={Heart} value={row.likes} total={row.total_likes} what="Likes" />
        <Count icon={MessageCircle} value={row.comments} total={row.total_comments} what="Comments" />
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
  /** The accessible name of the icon. */
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

interface CountProps {
  icon: Icon;
  value: number | null;
  what: string;
  /** Including advertising and Facebook, where Instagram reports it. */
  total?: number | null;
}

function Count({ icon: Icon, value, what, total = null }: CountProps) {
  if (value === null) return null;
  const more =
    total !== null && total > value
      ? `${gridNumber(value)} organic, ${gridNumber(total)} including ads and Facebook`
      : null;
  return (
    <Fact tip={more ? `${what}: ${more}` : what} word={more ? `${what.toLowerCase()}: ${more}` : what.toLowerCase()}>
      <Icon size={14} aria-hidden="true" />
      {gridNumber(value)}
    </Fact>
  );
}

const namesShown = 12;

/** The number of names, with a tooltip that lists them. */
function Names({ icon: Icon, names, what }: { icon: Icon; names: readonly string[]; what: string }) {
  if (names.length === 0) return null;
  const more = names.length - namesShown;
  return (
    <Tooltip text={names.slice(0, namesShown).join(' ') + (more > 0 ? ` and ${more} more` : '')}>
      <button type="button" className={styles.fact} aria-label={`${names.length} ${plural(names.length, what)}`}>
        <Icon size={14} aria-hidden="true" />
        {names.length}
      </button>
    </Tooltip>
  );
}
