import type { FaultName, FaultParams } from '../faults.ts';
import { withLetterCase } from './letter-case.ts';

/** Applies faults that corrupt a valid call's response text. */
export function spoil(text: string, strike: (fault: FaultName) => FaultParams | undefined): string {
  let spoiled = text;
  if (strike('ids-as-numbers')) spoiled = spoiled.replaceAll(/"id":"(\d+)"/g, '"id":$1');
  if (strike('wrong-types'))
    spoiled = spoiled.replaceAll(
      /"(value|followers_count|media_count|like_count|comments_count)":(-?\d+(?:\.\d+)?)/g,
      '"$1":"$2"',
    );
  if (strike('null-values')) spoiled = spoiled.replaceAll(/"value":-?\d+(?:\.\d+)?/g, '"value":null');
  const letterCase = strike('letter-case');
  if (letterCase) spoiled = withLetterCase(spoiled, letterCase.text('case', 'other'));
  return spoiled;
}
