import { useEffect } from 'react';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { lineChartWidth, measuredWidth } from '#web/ui/charts/use-width.ts';

const yearSeconds = 31_536_000;

/** Tells the server, with the next page, the window for which it draws that page's figures. */
export function RememberView() {
  useEffect(() => {
    const view = [window.innerWidth, measuredWidth(lineChartWidth), viewerTimeZone()].join('.');
    const secure = window.location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `tidemark_view=${view}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
  }, []);
  return null;
}
