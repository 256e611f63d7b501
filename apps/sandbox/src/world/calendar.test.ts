import { describe, expect, it } from 'vitest';
import { createCalendar, dayName, dayNumber } from './calendar.ts';

const quarterHour = 900_000;
const year = 366 * 86_400_000;

describe('calendar', () => {
  it.each(['America/Los_Angeles', 'Europe/Oslo', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
    'assigns every instant of a year to its local day in %s',
    (zone) => {
      const calendar = createCalendar(zone);
      const local = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
      const start = Date.parse('2026-01-01T00:00:00Z');

      const wrong = [];
      for (let instant = start; instant < start + year; instant += quarterHour)
        if (dayName(calendar.dayAt(instant)) !== local.format(instant)) wrong.push(new Date(instant).toISOString());

      expect(wrong).toEqual([]);
    },
  );

  it('starts a day an hour later or earlier after the clocks have changed', () => {
    const calendar = createCalendar('America/Los_Angeles');

    const hours = ['2026-03-08', '2026-03-09', '2026-11-01', '2026-11-02'].map((day) =>
      calendar.startHour(dayNumber(day)),
    );

    expect(hours).toEqual([8, 7, 7, 8]);
  });
});
