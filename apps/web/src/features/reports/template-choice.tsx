import { useInstagramToday } from '#web/features/periods/index.ts';
import type { ReportDraft } from './report-draft.ts';
import { applyTemplate, reportTemplates, type TemplateName } from './report-templates.ts';
import styles from './reports-page.module.css';

interface TemplateChoiceProps {
  draft: ReportDraft;
  onChange: (draft: ReportDraft) => void;
}

/** Fills a new report's days and sections in; everything can be changed afterwards. */
export function TemplateChoice({ draft, onChange }: TemplateChoiceProps) {
  const today = useInstagramToday();
  const names = Object.keys(reportTemplates) as TemplateName[]; // its keys are names
  return (
    <fieldset className={styles.templates}>
      <legend>Start from a template</legend>
      {names.map((name) => (
        <button key={name} type="button" onClick={() => onChange(applyTemplate(draft, name, today))}>
          <b>{reportTemplates[name].name}</b>
          <span>{reportTemplates[name].note}</span>
        </button>
      ))}
    </fieldset>
  );
}
