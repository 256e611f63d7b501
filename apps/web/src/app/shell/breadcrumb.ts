import { capitalize } from '#web/platform/format.ts';
import { findFacts } from '../pages.ts';

/** Returns a path's breadcrumbs; a title replaces the last one. */
export function toBreadcrumbs(pathname: string, title?: string): string[] {
  const parts = pathname.split('/').filter(Boolean);
  if (parts.length === 0) return [title ?? 'Dashboard'];
  return parts.map((_, index) =>
    title && index === parts.length - 1 ? title : toName(`/${parts.slice(0, index + 1).join('/')}`),
  );
}

/** Returns a page's name, which is the same in the menu, the breadcrumbs and the title. */
export function toName(path: string): string {
  const words = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)).replaceAll('-', ' ');
  return findFacts(path)?.name ?? capitalize(words);
}
