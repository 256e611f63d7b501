import type {
  AccountId,
  EndpointRequest,
  exportFigures,
  ExportSection,
  LabelMetric,
  OverviewMetric,
  ReportSectionKind,
  TimedFormat,
} from '@tidemark/contract';
import type { DayRange } from '../period.ts';

/** The page as a document, without what the screen chooses for all pages. */
export type DocumentChoice =
  | { page: 'report'; title: string; sections: ReportSectionKind[] }
  | { page: 'best-time'; format: TimedFormat | null }
  | { page: 'post'; mediaId: string }
  | { page: 'peers' }
  | { page: 'labels'; metric: LabelMetric; range: DayRange }
  | { page: 'post-insights'; mediaIds: string[] | null };

type Body = EndpointRequest<typeof exportFigures>['body'];

/** With the options of the request that belong to its sections. */
export interface ExportChoice extends Pick<
  Body,
  'posts' | 'bestTimeFormat' | 'mediaId' | 'mediaIds' | 'labelMetric' | 'labelId' | 'peerIds'
> {
  sections: ExportSection[];
  /** All by default. */
  metrics?: OverviewMetric[];
  /** Instead of the page's range. */
  range?: DayRange | null;
}

export interface ChartLine {
  name: string;
  /** A CSS colour. */
  color: string;
}

export interface ExportMenuProps extends ExportChoice {
  /** The name of the card or the page. */
  title: string;
  /** The accounts of the page, unless those that are shown. */
  accountIds?: AccountId[];
  /** Offers a picture of the card's chart, with these lines, or of its table; null without both. */
  chart?: readonly ChartLine[] | null;
  /** Offers the page as PDF. */
  document?: DocumentChoice;
  /** A button with a label, instead of an icon in a card's head. */
  isLabelled?: boolean;
}
