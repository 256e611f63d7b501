let known = { offset: Number.NaN, zone: '' };

/**
 * Returns the viewer's IANA time zone, in which posts are listed, counted and dated. Every render needs it but the
 * browser is slow to resolve it, so it is resolved again only when the clock's offset has changed, as when travelling.
 */
export function viewerTimeZone(): string {
  const offset = new Date().getTimezoneOffset();
  if (offset !== known.offset) known = { offset, zone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
  return known.zone;
}

/** Returns an instant's calendar day in the viewer's time zone. */
export function toDay(instant: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(instant.getFullYear()).padStart(4, '0')}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}
