import type { ReportContent, ReportSection, ReportSectionKind } from '@tidemark/contract';

export type SectionOf<Kind extends ReportSectionKind> = Extract<ReportSection, { kind: Kind }>;

export interface SectionProps<Section extends ReportSection = ReportSection> {
  section: Section;
  content: ReportContent;
}
