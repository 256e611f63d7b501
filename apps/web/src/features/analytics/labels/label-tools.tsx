import type { PostLabel } from '@tidemark/contract';
import { ChevronDown, Tag } from 'lucide-react';
import { plural } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { LabelDot } from './label-chip.tsx';
import { LabelPicker } from './label-picker.tsx';
import type { LabelledPost } from './labels.query.ts';
import type { PostLabels } from './use-post-labels.ts';

const allLabels = 'All labels';

interface LabelFilterProps {
  labels: readonly PostLabel[];
  /** The ID of the chosen label. */
  label: string | null;
  onChange: (label: string | null) => void;
}

interface LabelToolsProps extends LabelFilterProps {
  posts: readonly LabelledPost[];
  ofPosts: PostLabels;
}

/** What the posts grid does with labels. */
export function LabelTools({ posts, ofPosts, ...filter }: LabelToolsProps) {
  return (
    <>
      <LabelFilter {...filter} />
      {posts.length > 0 && <LabelPage posts={posts} labels={ofPosts} />}
    </>
  );
}

/** Filters a list of posts by a label. */
function LabelFilter({ labels, label, onChange }: LabelFilterProps) {
  return (
    <Menu
      label="Label"
      trigger={(props) => (
        <Button size="small" {...props}>
          <span className="vh">Label: </span>
          <bdi>{labels.find(({ id }) => id === label)?.name ?? allLabels}</bdi>
          <ChevronDown size={15} aria-hidden="true" />
        </Button>
      )}
    >
      <MenuItem checked={label === null} onSelect={() => onChange(null)}>
        {allLabels}
      </MenuItem>
      {labels.map(({ id, name, color }) => (
        <MenuItem key={id} icon={<LabelDot color={color} />} checked={id === label} onSelect={() => onChange(id)}>
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Labels all posts of a page at once. */
function LabelPage({ posts, labels: { labels, counts } }: { posts: readonly LabelledPost[]; labels: PostLabels }) {
  if (labels.every(({ rule }) => rule !== null)) return null;
  return (
    <LabelPicker
      title={`Labels of the ${posts.length} ${plural(posts.length, 'post')} on this page`}
      posts={posts}
      labelled={counts}
      trigger={(props) => (
        <Button size="small" icon={<Tag size={15} aria-hidden="true" />} {...props}>
          Label page
        </Button>
      )}
    />
  );
}
