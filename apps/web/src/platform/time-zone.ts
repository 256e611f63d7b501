let known = { offset: Number.NaN, zone: '' };

/**
 * The viewer's IANA time zone, in which posts are listed, counted and dated. Asking the browser is slow and every render
 * needs it, so it is asked again only when the clock's offset has changed, as on a journey.
 */
export function viewerTimeZone(): string {
  const offset = new Date().getTimezoneOffset();
  if (offset !== known.offset) known = { offset, zone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
  return known.zone;
}
