import type { DocumentChoice } from './export-choice.ts';
import { ExportMenu } from './export-menu.tsx';

const sections = [
  'metrics',
  'breakdowns',
  'days',
  'posts',
  'media',
  'media-totals',
  'demographics',
  'activity',
  'names',
] as const;

const page: DocumentChoice = {
  page: 'report',
  title: 'Instagram',
  sections: ['metrics', 'days', 'breakdowns', 'posts', 'media', 'activity', 'demographics'],
};

/** Everything on the Overview, with all posts of the range. */
export function PageExport() {
  return <ExportMenu title="Overview" sections={[...sections]} document={page} isLabelled />;
}
