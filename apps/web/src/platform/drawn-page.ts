/** Reads the server's notes on the app's element about the page that it has drawn; null if it has drawn none. */
export function drawnPage(): { width: number; chartWidth: number; at: number } | null {
  const { width, chartWidth, at } = document.querySelector<HTMLElement>('#root')?.dataset ?? {};
  return width === undefined ? null : { width: Number(width), chartWidth: Number(chartWidth), at: Number(at) };
}
