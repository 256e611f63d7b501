import { capitalize } from '#web/platform/format.ts';

/** Returns a path's breadcrumbs; a title replaces the last one. */
export function toBreadcrumbs(pathname: string, title?: string): string[] {
  const parts = pathname.split('/').filter(Boolean);
  if (parts.length === 0) return [title ?? 'Dashboard'];
  return parts.map((part, index) =>
    title && index === parts.length - 1 ? title : named(`/${parts.slice(0, index + 1).join('/')}`),
  );
}

/** A place has the same name in the menu, the breadcrumbs and the title. */
const menuLabels: Record<string, string> = {
  '/system/dashboard': 'Fleet health',
  '/system/meta/compare': 'Compare with the app',
  '/account/add': 'Add an account',
  '/compare': 'Compare accounts',
  '/best-time': 'Best time to post',
};

function named(path: string): string {
  const words = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)).replaceAll('-', ' ');
  return menuLabels[path] ?? capitalize(words);
}
