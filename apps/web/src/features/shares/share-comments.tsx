import { maxCommentLength, type ReportSectionKind } from '@tidemark/contract';
import { reportSectionNames } from '@tidemark/presentation';
import { ChevronDown } from 'lucide-react';
import { TextArea } from '#web/ui/text-area.tsx';
import styles from './shares.module.css';

export type Comments = Partial<Record<ReportSectionKind, string>>;

interface ShareCommentsProps {
  sections: readonly ReportSectionKind[];
  comments: Comments;
  onChange: (comments: Comments) => void;
}

/** Takes a comment on each chosen section; comments on removed sections are kept for their return. */
export function ShareComments({ sections, comments, onChange }: ShareCommentsProps) {
  if (sections.length === 0) return null;
  return (
    <details className={styles.comments}>
      <summary>
        Comments
        <ChevronDown size={17} aria-hidden="true" />
      </summary>
      <p>Each is shown above its section, as plain text.</p>
      {sections.map((kind) => (
        <TextArea
          key={kind}
          label={reportSectionNames[kind]}
          aria-label={`Comment on ${reportSectionNames[kind]}`}
          rows={2}
          maxCharacters={maxCommentLength}
          value={comments[kind] ?? ''}
          onChange={({ target }) => onChange({ ...comments, [kind]: target.value })}
        />
      ))}
    </details>
  );
}
