import type { ExportSection } from '@tidemark/contract';
import { ExportMenu } from '#web/features/exports/index.ts';
import type { InsightsPanel } from './guide-copy.ts';
import { useInsightsView } from './use-insights-view.ts';

const sections: Record<InsightsPanel, ExportSection[]> = {
  tiles: ['insight-totals', 'insight-days'],
  'top-post': ['insight-posts'],
  performance: ['insight-posts'],
  interactions: ['insight-totals', 'insight-posts'],
  formats: ['insight-formats'],
  profile: ['insight-profile'],
  'top-posts': ['insight-posts'],
  opportunities: ['insight-opportunities'],
};

interface InsightsExportProps {
  panel: InsightsPanel;
  title: string;
}

/** Downloads a card's data: for the selected posts, or for the whole range. */
export function InsightsExport({ panel, title }: InsightsExportProps) {
  const [{ picked }] = useInsightsView();
  return (
    <ExportMenu
      title={title}
      sections={sections[panel]}
      {...(picked.length > 0 && { mediaIds: [...picked] })}
      chart={[]}
    />
  );
}
