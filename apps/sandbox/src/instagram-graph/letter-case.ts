import { z } from 'zod';

/** Breakdowns with constants as values; city and country names stay unchanged. */
const constants = [
  'action_type',
  'contact_button_type',
  'follow_type',
  'media_product_type',
  'story_navigation_action_type',
];
const Breakdown = z.looseObject({
  dimension_keys: z.array(z.string()),
  results: z.array(z.looseObject({ dimension_values: z.array(z.string()) })),
});

/** Returns the response with breakdown values in upper case, lower case, or the opposite of their usual case. */
export function withLetterCase(text: string, letterCase: string): string {
  const answer: unknown = JSON.parse(text, (_key, value: unknown) => {
    const breakdown = Breakdown.safeParse(value);
    if (!breakdown.success || !breakdown.data.dimension_keys.every((key) => constants.includes(key))) return value;
    return {
      ...breakdown.data,
      results: breakdown.data.results.map((cell) => ({
        ...cell,
        dimension_values: cell.dimension_values.map((name) => convert(name, letterCase)),
      })),
    };
  });
  return JSON.stringify(answer);
}

function convert(name: string, letterCase: string): string {
  const isUpper = letterCase === 'upper' || (letterCase !== 'lower' && name === name.toLowerCase());
  return isUpper ? name.toUpperCase() : name.toLowerCase();
}
