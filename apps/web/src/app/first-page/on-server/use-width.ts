import type * as browser from '#web/ui/charts/use-width.ts';
import { currentDrawing } from '../first-view.ts';

export const lineChartWidth = 340;
export const lineChartPlaceholder = () => undefined;
export const measuredWidth = () => 0;

export const useWidth: typeof browser.useWidth = (initial) => {
  const { chartWidth } = currentDrawing();
  return [() => undefined, (initial === lineChartWidth && chartWidth) || initial];
};
