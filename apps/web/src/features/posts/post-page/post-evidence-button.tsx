import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { type ExplainedFigure, LazyPostEvidence } from '#web/features/metrics/index.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

interface PostEvidenceButtonProps {
  post: { accountId: string; mediaId: string; timestamp: string };
  figures: readonly ExplainedFigure[];
  /** Metric that a link names: opens at once. */
  linked?: string | undefined;
}

/** Opens where a post's metrics come from. */
export function PostEvidenceButton({ post, figures, linked }: PostEvidenceButtonProps) {
  const [open, setOpen] = useState<boolean | null>(linked === undefined ? null : true);
  return (
    <>
      <IconButton label="Where these numbers come from" size="small" onClick={() => setOpen(true)}>
        <FileSearch size={17} aria-hidden="true" />
      </IconButton>
      {open !== null && (
        <LazyPostEvidence open={open} post={post} figures={figures} first={linked} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
