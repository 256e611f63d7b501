import { ExportMenu } from './export-menu.tsx';

const sections = ['metrics', 'breakdowns', 'days', 'posts', 'demographics', 'activity', 'names'] as const;

/** Everything on the Overview, with all posts of the range. */
export function PageExport() {
  return <ExportMenu title="Overview" sections={[...sections]} isLabelled />;
}
