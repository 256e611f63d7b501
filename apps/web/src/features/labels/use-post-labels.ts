import type { PostLabel } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type LabelledPost, labelsQuery, postLabelsQuery } from './labels.query.ts';

export interface PostLabels {
  labels: readonly PostLabel[];
  /** Returns a post's labels, sorted by name. */
  of: (post: LabelledPost) => PostLabel[];
  /** Number of posts with each label, by label ID. */
  counts: ReadonlyMap<string, number>;
}

const noLabels: never[] = [];

/** Returns the posts' labels; none while they load, because posts are useful without them. */
export function usePostLabels(posts: readonly LabelledPost[]): PostLabels {
  const labels = useQuery(labelsQuery).data?.labels ?? noLabels;
  const { data } = useQuery({ ...postLabelsQuery(posts), enabled: labels.length > 0 });
  return useMemo(() => {
    const idsByPost = new Map(data?.posts.map((post) => [toKey(post), post.labelIds]));
    const idsOf = (post: LabelledPost) => idsByPost.get(toKey(post)) ?? noLabels;
    const counts = new Map<string, number>();
    for (const id of posts.flatMap(idsOf)) counts.set(id, (counts.get(id) ?? 0) + 1);
    return { labels, of: (post) => labels.filter(({ id }) => idsOf(post).includes(id)), counts };
  }, [labels, data, posts]);
}

function toKey({ accountId, mediaId }: LabelledPost): string {
  return `${accountId} ${mediaId}`;
}
