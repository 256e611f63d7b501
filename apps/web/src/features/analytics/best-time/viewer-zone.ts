/** The viewer's time zone, such as `Europe/Oslo`. */
export function viewerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
