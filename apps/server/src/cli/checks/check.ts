import { authorityAdvice, describeConnectionError, isAboutAuthority } from '../../platform/connection-error.ts';

/** A check's result, in words without secrets. */
export interface Check {
  area: string;
  level: 'ok' | 'warning' | 'error';
  detail: string;
  /** Advice for the operator; null when nothing is wrong. */
  fix: string | null;
}

export const ok = (area: string, detail: string): Check => ({ area, level: 'ok', detail, fix: null });
export const warning = (area: string, detail: string, fix: string): Check => ({ area, level: 'warning', detail, fix });
export const error = (area: string, detail: string, fix: string): Check => ({ area, level: 'error', detail, fix });

/** An error about a system that cannot be reached. `fix` does not help if its certificate's authority is unknown. */
export const unreachable = (area: string, detail: string, cause: unknown, fix: string): Check =>
  error(area, `${detail}: ${describeConnectionError(cause)}`, isAboutAuthority(cause) ? authorityFix : fix);

export const authorityFix = `${authorityAdvice}.`;

export function toLines({ area, level, detail, fix }: Check): string {
  return `${level.padEnd(8)} ${area}: ${detail}${fix ? `\n${' '.repeat(9)}→ ${fix}` : ''}`;
}
