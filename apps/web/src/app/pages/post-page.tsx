import { useParams } from '@tanstack/react-router';
import { useAccount } from '#web/features/accounts/index.ts';
import { PostPage as Post } from '#web/features/posts/post-page/post-page.tsx';
import { NotFound } from '../screens/not-found.tsx';

export function PostPage() {
  const { id = '', mediaId = '' } = useParams({ strict: false });
  return useAccount(id) ? <Post key={mediaId} accountId={id} mediaId={mediaId} /> : <NotFound />;
}
