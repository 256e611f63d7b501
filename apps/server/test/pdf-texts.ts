import { getDocumentProxy } from 'unpdf';

/** Returns a document's texts page by page, in the drawn pieces. */
export async function readPdfTexts(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(...items.flatMap((item) => ('str' in item ? [item.str] : [])));
  }
  return texts;
}

/** Returns what the links of a document that open where a number comes from are about: 'views', 'posts-reach'. */
export async function readPdfSources(bytes: Uint8Array, appUrl: string): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const sources: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const annotations: unknown[] = await (await document.getPage(number)).getAnnotations();
    for (const annotation of annotations) {
      const { url } = annotation as { url?: string }; // an annotation that is no link has none
      const evidence = url?.startsWith(appUrl) ? new URL(url).searchParams.get('evidence') : null;
      if (evidence) sources.push(evidence);
    }
  }
  return sources;
}
