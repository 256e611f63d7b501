const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' });
const toDate = (text: string) => new Date(`${text}T00:00:00Z`);

export const wholeLabel = (value: number) => whole.format(value);
export const percentLabel = (value: number) => `${oneDecimal.format(value)}%`;
/** Decimals only below ten percent, as in the headline. */
export const changeLabel = (percent: number) => (percent >= 9.95 ? `${whole.format(percent)}%` : percentLabel(percent));
export const dayLabel = (text: string) => day.format(toDate(text));
export const weekdayLabel = (text: string) => weekday.format(toDate(text));
export const rangeLabel = ({ from, to }: { from: string; to: string }) => `${dayLabel(from)} – ${dayLabel(to)}`;
/** Returns '1 post', '2 posts'. */
export const countLabel = (count: number, noun: string) => `${whole.format(count)} ${noun}${count === 1 ? '' : 's'}`;
