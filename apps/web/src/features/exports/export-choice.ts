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
import { type DayRange } from '#web/features/periods/index.ts';

/** The page as a document, without options that apply to all pages. */
export type DocumentChoice =
  | { page: 'report'; title: string; sections: ReportSectionKind[] }
  | { page: 'best-time'; format: TimedFormat | null }
  | { page: 'post'; mediaId: string }
  | { page: 'peers' }
  | { page: 'labels'; metric: LabelMetric; range: DayRange }
  | { page: 'post-insights'; mediaIds: string[] | null };

type Body = EndpointRequest<typeof exportFigures>['body'];

/** Includes the request's options for its sections. */
export interface ExportChoice extends Pick<
  Body,
  'posts' | 'bestTimeFormat' | 'mediaId' | 'mediaIds' | 'labelMetric' | 'labelId' | 'peerIds'
> {
  sections: ExportSection[];
  /** All by default. */
  metrics?: OverviewMetric[];
  /** Replaces the page's range. */
  range?: DayRange | null;
}

export interface ChartLine {
  name: string;
  /** A CSS colour. */
  color: string;
}

export interface ExportMenuProps extends ExportChoice {
  /** Name of the card or the page. */
  title: string;
  /** Accounts to export, if not those shown on the page. */
  accountIds?: AccountId[];
  /** Offers a picture of the card's chart, with these lines, or of its table; null without both. */
  chart?: readonly ChartLine[] | null;
  /** Offers the page as PDF. */
  document?: DocumentChoice;
  /** Renders a button with a label, instead of an icon in a card's head. */
  isLabelled?: boolean;
}
