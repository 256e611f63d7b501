/** Returns a function that finds an instant's hour in the week on a time zone's clocks: 24 × weekday (Sunday is 0) + hour. */
export function createHourOfWeek(timeZone: string): (instant: string) => number {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
  return (instant) => {
    const parts = new Map(clock.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
    const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(parts.get('weekday') ?? '');
    return weekday * 24 + Number(parts.get('hour'));
  };
}
