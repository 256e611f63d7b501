import type { Account, PostRow } from '@tidemark/contract';
import { useState } from 'react';
import { displayName, networkNames } from '#web/features/accounts/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { FormatIcon } from '../format-icon.tsx';
import { toFormat, webAddress } from '../post-format.ts';
import styles from './posts-grid.module.css';

/** The thumbnail, linked to the post if possible, with the account's avatar at its corner. */
export function PostMedia({ row, account }: { row: PostRow; account: Account | undefined }) {
  const format = toFormat(row);
  const link = webAddress(row.permalink);
  const name = account ? displayName(account) : row.author.name;
  const content = (
    <>
      <Thumbnail
        source={webAddress(row.thumbnailUrl) ?? (row.isVideo ? null : webAddress(row.mediaUrl))}
        format={format}
      />
      <span className={styles.owner}>
        <Avatar src={account?.picture ?? account?.profile_picture_url} name={name} size={22} />
      </span>
    </>
  );
  return link ? (
    <a
      className={styles.media}
      href={link}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open this ${format.toLowerCase()} of ${name} on ${networkNames[account?.type ?? 'instagram_account']}`}
    >
      {content}
    </a>
  ) : (
    <span className={styles.media}>{content}</span>
  );
}

function Thumbnail({ source, format }: { source: string | null; format: ReturnType<typeof toFormat> }) {
  const [broken, setBroken] = useState<string | null>(null);
  return source && source !== broken ? (
    <img src={source} alt="" width={52} height={52} loading="lazy" decoding="async" onError={() => setBroken(source)} />
  ) : (
    <span className={styles.noPicture}>
      <FormatIcon format={format} size={20} />
    </span>
  );
}
