export { currentDrawing as drawnPage } from '../first-view.ts';
