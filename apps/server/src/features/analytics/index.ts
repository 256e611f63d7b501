export { loadDigestFigures, type DigestFigures, type DigestMetric } from './digest/load-digest-figures.ts';
export { loadUnusualEvents, type UnusualEvent } from './unusual-events/load-unusual-events.ts';
export { hasOpenComparisons } from './report-content/has-open-comparisons.ts';
export { loadReportContent } from './report-content/load-report-content.ts';
export { loadPageDocument } from './page-documents/load-page-document.ts';
export { toEvidenceLink } from './evidence/to-evidence-link.ts';
export { prepareExport } from './export/export-file.ts';
