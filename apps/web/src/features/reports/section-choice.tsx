import { fullReportSections, maxCommentLength, reportSectionKinds, type ReportChoice } from '@tidemark/contract';
import { reportSectionNames } from '@tidemark/presentation';
import { ArrowDown, ArrowUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { moveSection } from './report-draft.ts';
import styles from './reports-page.module.css';

type Section = ReportChoice['sections'][number];

interface SectionChoiceProps {
  sections: readonly Section[];
  /** The accounts' network does not have all metrics. */
  isPartial: boolean;
  onChange: (sections: Section[]) => void;
}

/**
 * Lists the chosen sections in order, each with its comment, and the sections that could be added. Chosen ones that the
 * network does not have are kept for accounts of another.
 */
export function SectionChoice({ sections: all, isPartial, onChange: changeAll }: SectionChoiceProps) {
  const exists = ({ kind }: Pick<Section, 'kind'>) => !isPartial || !fullReportSections.includes(kind);
  const sections = all.filter(exists);
  const onChange = (chosen: Section[]) => changeAll([...chosen, ...all.filter((section) => !exists(section))]);
  const others = reportSectionKinds.filter((kind) => exists({ kind }) && all.every((section) => section.kind !== kind));
  return (
    <fieldset className={styles.sections}>
      <legend>Sections</legend>
      {sections.map(({ kind, comment }, index) => (
        <div key={kind} className={styles.section}>
          <div className={styles.sectionHead}>
            <label>
              <input type="checkbox" checked onChange={() => onChange(sections.filter((one) => one.kind !== kind))} />
              {reportSectionNames[kind]}
            </label>
            <IconButton
              label={`Move ${reportSectionNames[kind]} up`}
              size="small"
              reason={index === 0 ? 'Already first' : null}
              onClick={() => onChange(moveSection(sections, index, -1))}
            >
              <ArrowUp size={16} aria-hidden="true" />
            </IconButton>
            <IconButton
              label={`Move ${reportSectionNames[kind]} down`}
              size="small"
              reason={index === sections.length - 1 ? 'Already last' : null}
              onClick={() => onChange(moveSection(sections, index, 1))}
            >
              <ArrowDown size={16} aria-hidden="true" />
            </IconButton>
          </div>
          <Comment
            section={reportSectionNames[kind]}
            comment={comment}
            onChange={(text) => onChange(sections.map((one) => (one.kind === kind ? { kind, comment: text } : one)))}
          />
        </div>
      ))}
      {others.map((kind) => (
        <div key={kind} className={styles.section} data-off>
          <label>
            <input type="checkbox" checked={false} onChange={() => onChange([...sections, { kind, comment: '' }])} />
            {reportSectionNames[kind]}
          </label>
        </div>
      ))}
    </fieldset>
  );
}

function focus(field: HTMLTextAreaElement | null): void {
  field?.focus();
}

interface CommentProps {
  /** Its section's name. */
  section: string;
  comment: string;
  onChange: (comment: string) => void;
}

/** A section's comment; a button until there is one. */
function Comment({ section, comment, onChange }: CommentProps) {
  const [isOpen, setOpen] = useState(comment !== '');
  if (!isOpen && comment === '')
    return (
      <Button
        variant="text"
        size="small"
        icon={<Plus size={15} aria-hidden="true" />}
        aria-label={`Comment on ${section}`}
        onClick={() => setOpen(true)}
      >
        Comment
      </Button>
    );
  return (
    <TextArea
      label="Comment"
      aria-label={`Comment on ${section}`}
      rows={2}
      maxCharacters={maxCommentLength}
      value={comment}
      // Only a button opens it empty.
      ref={comment === '' ? focus : undefined}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => setOpen(comment !== '')}
    />
  );
}
