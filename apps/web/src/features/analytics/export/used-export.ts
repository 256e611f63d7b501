/** The menu loads this when it is used; one file, because each name of a file is a part of the first screen. */
export { CsvDialog } from './csv-dialog.tsx';
export { downloadFigures } from './download-figures.ts';
