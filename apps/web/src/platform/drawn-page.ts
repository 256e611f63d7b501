import { earlyAnswersId } from './early-answers.ts';

/** Reads the server's notes about the page that it has drawn; null if it has drawn none that the app can take over. */
export function drawnPage(): { width: number; chartWidth: number; at: number } | null {
  const { width, chartWidth, at } = document.querySelector<HTMLElement>(`#${earlyAnswersId}`)?.dataset ?? {};
  return width === undefined ? null : { width: Number(width), chartWidth: Number(chartWidth), at: Number(at) };
}
