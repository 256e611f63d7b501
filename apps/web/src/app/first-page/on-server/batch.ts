import type * as browser from '#web/platform/batch.ts';
import { currentDrawing } from '../first-view.ts';

export const isBatched = () => true;

/** Collects calls, which the server answers before it draws the page. */
export const createBatches: typeof browser.createBatches = () => (call) =>
  new Promise((answer) => currentDrawing().calls.push({ call, answer }));
