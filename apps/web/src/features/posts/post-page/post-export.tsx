import type { ExportSection } from '@tidemark/contract';
import type { PostData } from '@tidemark/presentation';
import { type ExportMenuProps, ExportMenu } from '#web/features/exports/index.ts';
import { toDay } from '#web/platform/time-zone.ts';

interface PostExportProps extends Pick<ExportMenuProps, 'chart' | 'document' | 'isLabelled'> {
  title: string;
  post: PostData['post'];
  sections: ExportSection[];
}

/** Downloads a card's data from a post's page. */
export function PostExport({ post, ...choice }: PostExportProps) {
  return (
    <ExportMenu
      accountIds={[post.accountId]}
      mediaId={post.mediaId}
      range={{ from: toDay(new Date(post.timestamp)), to: toDay(new Date(post.syncedAt)) }}
      {...choice}
    />
  );
}
