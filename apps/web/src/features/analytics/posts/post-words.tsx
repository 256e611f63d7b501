import type { PostRow } from '@tidemark/contract';
import { shortCaption, watchTime } from '@tidemark/figures';
import { Link } from '@tanstack/react-router';
import { AtSign, Bookmark, Clock, Eye, Hash, Heart, MessageCircle, Send, UserPlus, Users } from 'lucide-react';
import type { ComponentType } from 'react';
import { gridNumber, plural } from '#web/platform/format.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { PostLabelsButton } from '../labels/post-labels-button.tsx';
import type { PostLabels } from '../labels/use-post-labels.ts';
import { periodSearch } from '../period.ts';
import { FormatIcon } from './format-icon.tsx';
import { toFormat, marked } from './post-format.ts';
import styles from './posts-grid.module.css';

/** The caption, and one line of facts: format, names it mentions, interactions, and labels. */
export function PostWords({ row, labels }: { row: PostRow; labels: PostLabels }) {
  const format = toFormat(row);
  const hashtags = marked('#', row.hashtags);
  const mentions = marked('@', row.mentions);
  const collaborators = marked('@', row.collaborators);
  const counts = listCounts(row);
  const kinds = [hashtags, mentions, collaborators].filter((names) => names.length > 0).length;
  const shown = Math.max(1, alwaysShown - Math.max(0, kinds - 1));
  return (
    <div className={styles.words}>
      <div className={styles.captionLine}>
        <p className={styles.caption} title={row.caption.length > 100 ? row.caption : undefined} dir="auto">
          <Link
            to="/account/$id/post/$mediaId"
            params={{ id: row.accountRef, mediaId: row.id }}
            search={periodSearch}
            className={styles.captionLink}
          >
            {shortCaption(row.caption)}
          </Link>
        </p>
        <PostLabelsButton post={{ accountId: row.accountRef, mediaId: row.id }} labels={labels} />
      </div>
      <div className={styles.facts}>
        <Tooltip text={format} describes={false}>
          <span className={styles.fact}>
            <FormatIcon format={format} /> <span className="vh">{format}</span>
          </span>
        </Tooltip>
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
        {counts.map((count, index) => (
          <Fact key={count.what} {...count} extra={index >= shown} />
        ))}
        {counts.length > shown && <More counts={counts} hidden={counts.length - shown} />}
      </div>
    </div>
  );
}

/** In a narrow cell, if the post names one kind of names at most. */
const alwaysShown = 3;

interface CountedFact {
  icon: Icon;
  what: string;
  /** As shown beside the icon. */
  text: string;
  /** Instead of the text, in the tooltip and for screen readers. */
  detail?: string;
}

/** What Instagram reports about the post, the most telling first. */
function listCounts(row: PostRow): CountedFact[] {
  const watchTimeMs = row.ig_reels_avg_watch_time;
  return [
    ...toCount(Eye, 'Views', row.views, row.total_views),
    ...toCount(Heart, 'Likes', row.likes, row.total_likes),
    ...toCount(MessageCircle, 'Comments', row.comments, row.total_comments),
    ...toCount(Bookmark, 'Saves', row.saved),
    ...toCount(Send, 'Shares', row.shares),
    ...toCount(UserPlus, 'Follows', row.follows || null),
    ...(watchTimeMs === null ? [] : [{ icon: Clock, what: 'Average watch time', text: watchTime(watchTimeMs) }]),
  ];
}

/** `total` includes advertising and Facebook, where Instagram reports it. */
function toCount(icon: Icon, what: string, value: number | null, total: number | null = null): CountedFact[] {
  if (value === null) return [];
  const text = gridNumber(value);
  if (total === null || total <= value) return [{ icon, what, text }];
  return [{ icon, what, text, detail: `${text} organic, ${gridNumber(total)} including ads and Facebook` }];
}

/** `extra` facts are only visible in a wide cell; in a narrow one, `More` lists them. */
function Fact({ icon: Icon, what, text, detail, extra = false }: CountedFact & { extra?: boolean }) {
  const word = detail ? `${what.toLowerCase()}: ${detail}` : what.toLowerCase();
  return (
    <Tooltip text={detail ? `${what}: ${detail}` : what} describes={false}>
      <span className={styles.fact} data-extra={extra || undefined}>
        <Icon size={14} aria-hidden="true" />
        {text} <span className="vh">{word}</span>
      </span>
    </Tooltip>
  );
}

/** Every fact in words. */
function More({ counts, hidden }: { counts: readonly CountedFact[]; hidden: number }) {
  const tip = (
    <span className={styles.allFacts}>
      {counts.map(({ what, text, detail }) => (
        <span key={what}>
          {what} <b>{detail ?? text}</b>
        </span>
      ))}
    </span>
  );
  return (
    <Tooltip text={tip} opensOnClick>
      <button type="button" className={styles.more} aria-label={`${hidden} more ${plural(hidden, 'figure')}`}>
        +{hidden}
      </button>
    </Tooltip>
  );
}

type Icon = ComponentType<{ size: number; 'aria-hidden': 'true' }>;

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
