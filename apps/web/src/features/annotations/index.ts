export { AnnotationsButton } from './annotations-button.tsx';
export { annotationsQuery } from './annotations.query.ts';
export { DayAnnotations } from './day-annotations.tsx';
export { useDayMarks } from './use-day-marks.ts';
