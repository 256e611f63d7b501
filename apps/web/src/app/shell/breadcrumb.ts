/** The breadcrumbs of a path; a title replaces the last one. */
export function toBreadcrumbs(pathname: string, title?: string): string[] {
  const parts = pathname.split('/').filter(Boolean);
  if (parts.length === 0) return [title ?? 'Dashboard'];
  return parts.map((part, index) => (title && index === parts.length - 1 ? title : named(part)));
}

/** As in the panel, where `Dashboard` is the app's. */
const panelLabels: Record<string, string> = { dashboard: 'Fleet health' };

function named(part: string): string {
  if (panelLabels[part]) return panelLabels[part];
  const words = decodeURIComponent(part).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
