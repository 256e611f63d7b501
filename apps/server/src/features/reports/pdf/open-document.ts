import { margin } from './sheet.ts';

interface DocumentInfo {
  title: string;
  createdAt: string;
}

/** Opens an empty document with tags, A4. */
export async function openDocument({ title, createdAt }: DocumentInfo) {
  const { default: PDFDocument } = await import('pdfkit');
  return new PDFDocument({
    size: 'A4',
    margins: { top: margin.top, bottom: 0, left: margin.side, right: margin.side },
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Creator: 'Tidemark', Producer: 'Tidemark', CreationDate: new Date(createdAt) },
  });
}
