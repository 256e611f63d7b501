import type { Approximation, ApproximationReason } from '@tidemark/contract';
import { approximationReasons } from '@tidemark/contract';
import type { AgeBand, AgePoint } from './band-geometry.ts';
import type { Delta } from './delta.ts';
import type { TrendLine } from './trend-line.ts';
import type { WeekCell } from './week-cell.ts';

/** A page as a document: the texts, marks and charts from its cards, in order. */
export interface PageDocument {
  title: string;
  /** Shown above the title, such as the range. */
  eyebrow: string;
  /** Shown below the title. */
  sentences: MarkedText[];
  cards: DocumentCard[];
}

export interface MarkedText {
  text: string;
  approx?: Approximation | null;
}

export interface DocumentCell extends MarkedText {
  /** Shown below in small type. */
  note?: string;
}

export interface DocumentColumn {
  label: string;
  /** Fraction of the table's width. */
  share: number;
  align?: 'start' | 'end';
}

export interface DocumentTile extends MarkedText {
  label: string;
  /** An estimate's range. */
  range?: string | null;
  /** Null without a comparison. */
  delta: Delta | null;
}

interface CardFrame {
  title: string;
  sub?: MarkedText;
  /** Replaces the content. */
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

/** Lists the reasons a document's values are approximate, each once. */
export function toDocumentReasons({ sentences, cards }: PageDocument): ApproximationReason[] {
  const found = new Set([...sentences, ...cards.flatMap(listMarked)].flatMap(({ approx }) => approx?.reasons ?? []));
  return approximationReasons.filter((reason) => found.has(reason));
}

function listMarked(card: DocumentCard): MarkedText[] {
  const sub = card.sub ? [card.sub] : [];
  if (card.kind === 'tiles') return [...sub, ...card.tiles];
  return card.kind === 'table' ? [...sub, ...card.rows.flat()] : sub;
}
