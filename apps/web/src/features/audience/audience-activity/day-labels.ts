const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const bands = [
  { words: 'late at night', hour: '12 AM' },
  { words: 'early in the morning', hour: '4 AM' },
  { words: 'in the morning', hour: '8 AM' },
  { words: 'in the afternoon', hour: '12 PM' },
  { words: 'in the evening', hour: '4 PM' },
  { words: 'at night', hour: '8 PM' },
];
const lastBand = { words: 'at night', hour: '8 PM' };

export function weekdayName(day: number): string {
  return weekdayNames[day] ?? '';
}

/** Returns a four-hour block's time of day and first hour; the last evening block if none is known. */
export function toBand(block: number | undefined): { words: string; hour: string } {
  return (block === undefined ? undefined : bands[block]) ?? lastBand;
}
