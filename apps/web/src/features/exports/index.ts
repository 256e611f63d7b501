export { type DocumentChoice, type ExportChoice, type ExportMenuProps } from './export-choice.ts';
export { ExportMenu } from './export-menu.tsx';
export { PageExport } from './page-export.tsx';
