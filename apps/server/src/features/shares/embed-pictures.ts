import type { ReportContent } from '@tidemark/contract';
import type { PictureStore } from '../reports/index.ts';

/** Replaces picture URLs with the pictures themselves, because a URL would outlive the link. */
export async function embedPictures(content: ReportContent, store: PictureStore): Promise<ReportContent> {
  const embedThumbnails = <Post extends { accountId: string; mediaId: string }>(posts: readonly Post[]) =>
    Promise.all(posts.map(async (post) => ({ ...post, thumbnailUrl: toDataUrl(await store.readThumbnail(post)) })));
  const [accounts, sections] = await Promise.all([
    Promise.all(
      content.accounts.map(async (account) => ({
        ...account,
        picture: account.picture === null ? null : toDataUrl(await store.readAvatar(account.picture)),
      })),
    ),
    Promise.all(
      content.sections.map(async (section) => {
        if (section.kind === 'posts') return { ...section, posts: await embedThumbnails(section.posts) };
        if (section.kind === 'media') return { ...section, media: await embedThumbnails(section.media) };
        return section;
      }),
    ),
  ]);
  return { ...content, accounts, sections };
}

function toDataUrl(picture: Buffer | null): string | null {
  return picture && `data:image/webp;base64,${picture.toString('base64')}`;
}
