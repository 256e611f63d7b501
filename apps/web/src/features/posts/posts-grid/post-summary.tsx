import type { PostRow } from '@tidemark/contract';
import { watchTime } from '@tidemark/presentation';
import { Link } from '@tanstack/react-router';
import {
  AtSign,
  Bookmark,
  Clock,
  Ellipsis,
  Eye,
  Hash,
  Heart,
  MessageCircle,
  Send,
  UserPlus,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { PostLabelsButton, type PostLabels } from '#web/features/labels/index.ts';
import { periodSearch } from '#web/features/periods/index.ts';
import { gridNumber, plural } from '#web/platform/format.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { FormatIcon } from '../format-icon.tsx';
import { marked, rowName, toFormat } from '../post-format.ts';
import styles from './posts-grid.module.css';

/** The caption, and a line of facts: format, mentioned names, interactions, and labels. */
export function PostSummary({ row, labels }: { row: PostRow; labels: PostLabels }) {
  const format = toFormat(row);
  const names = listNames(row);
  const counts = listCounts(row);
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
            {rowName(row)}
          </Link>
        </p>
        <PostLabelsButton post={{ accountId: row.accountRef, mediaId: row.id }} labels={labels} />
      </div>
      <div className={styles.facts}>
        <div className={styles.fitting}>
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
          {names.map((fact) => (
            <Fact key={fact.what} {...fact} />
          ))}
          {counts.map((fact, index) => (
            <Fact key={fact.what} {...fact} isFirst={index === 0} />
          ))}
        </div>
        <AllFacts facts={[...names, ...counts]} />
      </div>
    </div>
  );
}

interface PostFact {
  icon: ComponentType<{ size: number; 'aria-hidden': 'true' }>;
  what: string;
  /** Text next to the icon. */
  text: string;
  /** Replaces the text in the tooltip and for screen readers. */
  detail?: string;
}

function listNames(row: PostRow): PostFact[] {
  return [
    ...toNames(Hash, 'Hashtag', marked('#', row.hashtags)),
    ...toNames(AtSign, 'Mention', marked('@', row.mentions)),
    ...toNames(Users, 'Collaborator', marked('@', row.collaborators)),
  ];
}

const namesShown = 12;

function toNames(icon: PostFact['icon'], what: string, names: readonly string[]): PostFact[] {
  if (names.length === 0) return [];
  const more = names.length - namesShown;
  const detail = names.slice(0, namesShown).join(' ') + (more > 0 ? ` and ${more} more` : '');
  return [{ icon, what: plural(names.length, what), text: String(names.length), detail }];
}

/** Lists the counts Instagram reports about the post, most telling first. */
function listCounts(row: PostRow): PostFact[] {
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

/** `total` includes advertising and Facebook, if Instagram reports it. */
function toCount(icon: PostFact['icon'], what: string, value: number | null, total: number | null = null): PostFact[] {
  if (value === null) return [];
  const text = gridNumber(value);
  if (total === null || total <= value) return [{ icon, what, text }];
  return [{ icon, what, text, detail: `${text} organic, ${gridNumber(total)} including ads and Facebook` }];
}

/** A divider separates the first count from the names before it. */
function Fact({ icon: Icon, what, text, detail, isFirst = false }: PostFact & { isFirst?: boolean }) {
  const noun = (text === '1' ? what.replace(/s$/, '') : what).toLowerCase();
  const word = detail ? `${what.toLowerCase()}: ${detail}` : noun;
  return (
    <Tooltip text={detail ? `${what}: ${detail}` : what} describes={false}>
      <span className={styles.fact} data-first={isFirst || undefined}>
        <Icon size={14} aria-hidden="true" />
        {text} <span className="vh">{word}</span>
      </span>
    </Tooltip>
  );
}

/** Lists every fact in words, including those the cell has no room for. */
function AllFacts({ facts }: { facts: readonly PostFact[] }) {
  if (facts.length === 0) return null;
  const tip = (
    <span className={styles.allFacts}>
      {facts.map(({ what, text, detail }) => (
        <span key={what}>
          {what} <b>{detail ?? text}</b>
        </span>
      ))}
    </span>
  );
  return (
    <Tooltip text={tip} opensOnClick>
      <button type="button" className={styles.more} aria-label="All facts about this post">
        <Ellipsis size={15} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
