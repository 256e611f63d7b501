import { dayIn } from '#web/features/periods/index.ts';
import { currentDrawing } from '../first-view.ts';

export const viewerTimeZone = () => currentDrawing().timeZone;

export const toDay = (instant: Date) => dayIn(viewerTimeZone(), instant);
