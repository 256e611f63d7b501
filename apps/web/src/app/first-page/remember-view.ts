import { useEffect } from 'react';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { lineChartWidth, measuredWidth } from '#web/ui/charts/use-width.ts';

const yearSeconds = 31_536_000;

/** Tells the server, with the next page, the window for which it draws that page's figures. */
export function RememberView() {
  useEffect(() => {
    const width = window.innerWidth;
    // A page without charts keeps what an Overview has measured in this window.
    const [, known] = new RegExp(String.raw`tidemark_view=${width}\.(\d+)`).exec(document.cookie) ?? [];
    const view = [width, measuredWidth(lineChartWidth) || (known ?? 0), viewerTimeZone()].join('.');
    const secure = window.location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `tidemark_view=${view}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
  }, []);
  return null;
}
