import { currentDrawing } from '../first-view.ts';

export const useMinute = () => currentDrawing().at;
