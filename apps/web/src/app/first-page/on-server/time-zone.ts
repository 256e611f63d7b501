import { currentDrawing } from '../first-view.ts';

export const viewerTimeZone = () => currentDrawing().timeZone;

export const toDay = (instant: Date) =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: viewerTimeZone(),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);
