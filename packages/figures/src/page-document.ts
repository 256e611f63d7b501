import type { Approximation, ApproximationReason } from '@tidemark/contract';
import { approximationReasons } from '@tidemark/contract';
import type { AgeBand, AgePoint } from './band-geometry.ts';
import type { Delta } from './delta.ts';
import type { TrendLine } from './trend-line.ts';
import type { WeekCell } from './week-cell.ts';

/** A page as a document shows it: the texts, marks and charts of its cards, in their order. */
export interface PageDocument {
  title: string;
  /** Above the title, such as the range. */
  eyebrow: string;
  /** Below it. */
  sentences: MarkedText[];
  cards: DocumentCard[];
}

export interface MarkedText {
  text: string;
  approx?: Approximation | null;
}

export interface DocumentCell extends MarkedText {
  /** In small type below. */
  note?: string;
}

export interface DocumentColumn {
  label: string;
  /** Its share of the table's width. */
  share: number;
  align?: 'start' | 'end';
}

export interface DocumentTile extends MarkedText {
  label: string;
  /** Range of an estimate. */
  range?: string | null;
  /** Null without a comparison. */
  delta: Delta | null;
}

interface CardFrame {
  title: string;
  sub?: MarkedText;
  /** Instead of the content. */
  empty?: string | null;
}

export type DocumentCard = CardFrame &
  (
    | { kind: 'tiles'; tiles: DocumentTile[] }
    | { kind: 'table'; columns: DocumentColumn[]; rows: DocumentCell[][] }
    | { kind: 'week'; cells: WeekCell[] }
    | { kind: 'curve'; points: AgePoint[]; band: AgeBand[]; name: string; bandName: string }
    | { kind: 'indexed-lines'; lines: TrendLine[]; name: string }
  );

/** Why values of a document are approximate, each reason once. */
export function toDocumentReasons({ sentences, cards }: PageDocument): ApproximationReason[] {
  const found = new Set([...sentences, ...cards.flatMap(listMarked)].flatMap(({ approx }) => approx?.reasons ?? []));
  return approximationReasons.filter((reason) => found.has(reason));
}

function listMarked(card: DocumentCard): MarkedText[] {
  const sub = card.sub ? [card.sub] : [];
  if (card.kind === 'tiles') return [...sub, ...card.tiles];
  return card.kind === 'table' ? [...sub, ...card.rows.flat()] : sub;
}
