/** Loaded when the menu is used; one file, because each file name is a part of the first screen. */
export { CsvDialog } from './csv-dialog.tsx';
export { downloadFigures } from './download-figures.ts';
