export { ComparedValue } from './account-comparison/compared-value.tsx';
export { comparedDays, differenceColumns } from './app-comparison/difference-columns.tsx';
