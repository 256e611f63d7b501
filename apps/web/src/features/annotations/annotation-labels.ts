import type { AccountEvent, AnnotationColor } from '@tidemark/contract';

/** Distinct from chart colours, which stand for parts of a whole. */
export const annotationHues: Record<AnnotationColor, string> = {
  indigo: 'light-dark(#4338ca, #a5b4fc)',
  magenta: 'light-dark(#be185d, #f9a8d4)',
  teal: 'light-dark(#0f766e, #5eead4)',
  amber: 'light-dark(#b45309, #fcd34d)',
  slate: 'light-dark(#475569, #cbd5e1)',
};

export const eventColor = 'var(--ink3)';

export const eventLabels: Record<AccountEvent['kind'], string> = {
  days_missing: 'Days could not be fetched',
  stories_missing: 'Stories may be missing',
  linked: 'Linked',
  access_lost: 'Access lost: the Meta login no longer lists the account',
  login_connected: 'Meta login connected',
  metric_redefined: 'Counted differently from this day on',
};
