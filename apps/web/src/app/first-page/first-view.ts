import { AsyncLocalStorage } from 'node:async_hooks';
import type { ApiCall } from '#web/platform/batch.ts';
import type { Reply } from '#web/platform/reply.ts';

/** The window in which a page will be shown, as the server knows it. */
export interface FirstView {
  /** The window's width in pixels. */
  width: number;
  /** Width of its line charts; 0 if unknown. */
  chartWidth: number;
  /** IANA name. */
  timeZone: string;
}

export interface CollectedCall {
  call: ApiCall;
  answer: (reply: Reply) => void;
}

interface Drawing extends FirstView {
  /** Unix time in milliseconds. */
  at: number;
  calls: CollectedCall[];
}

const drawings = new AsyncLocalStorage<Drawing>();

/** Draws a page, whose calls are collected in `calls`. */
export const drawFor = <Result>(drawing: Drawing, draw: () => Result) => drawings.run(drawing, draw);

/** Returns the page that is being drawn: the server draws several at a time. */
export function currentDrawing(): Drawing {
  const drawing = drawings.getStore();
  if (!drawing) throw new Error('No page is being drawn');
  return drawing;
}
