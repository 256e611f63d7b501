import { useQuery } from '@tanstack/react-query';
import { labelsQuery } from '#web/features/labels/index.ts';
import { Select } from '#web/ui/select.tsx';
import type { ReportDraft } from './report-draft.ts';

interface PostLabelChoiceProps {
  chosen: ReportDraft['postLabelId'];
  onChange: (postLabelId: ReportDraft['postLabelId']) => void;
}

/** Limits the top posts to a label, if the user has any. */
export function PostLabelChoice({ chosen, onChange }: PostLabelChoiceProps) {
  const { data } = useQuery(labelsQuery);
  if (!data || (data.labels.length === 0 && chosen === undefined)) return null;
  return (
    <Select label="Top posts" value={chosen ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
      <option value="">All posts</option>
      {data.labels.map(({ id, name }) => (
        <option key={id} value={id}>
          Labelled {name}
        </option>
      ))}
      {chosen !== undefined && data.labels.every(({ id }) => id !== chosen) && (
        <option value={chosen}>A deleted label</option>
      )}
    </Select>
  );
}
