import { overviewSections } from '@tidemark/contract';
import type { DocumentChoice } from './export-choice.ts';
import { ExportMenu } from './export-menu.tsx';

const page: DocumentChoice = {
  page: 'report',
  title: 'Instagram',
  sections: ['summary', 'metrics', 'days', 'breakdowns', 'posts', 'media', 'activity', 'demographics'],
};

/** Exports the whole Overview, with all posts in the range. */
export function PageExport() {
  return <ExportMenu title="Overview" sections={[...overviewSections]} document={page} isLabelled />;
}
